/* Claims: what one is worth that is planned, that blocks a rival, or in the last turn
   (planning/claims.py, planning/blocking.py). */

static const double MOST_HARM = 10.0;  /* the most points that a block is thought to cost a rival */

/* The best of some answers, the first of equal ones. */
typedef struct { double value; Action action; bool any; } Best;

static inline void consider(Best *best, double value, Action action) {
    if (!best->any || value > best->value) *best = (Best){value, action, true};
}

/* How likely others want a route, by how many of its ends their routes reach. */
static double rivals_near(const Chair *c, int route) {
    const uint8_t *city = c->r->route_city[route];
    int ends = 0;
    for (int other = 0; other < c->s->seats; other++) {
        if (other == c->seat) continue;
        for (int end = 0; end < 2; end++)
            ends += !mask_empty(mask_and(c->s->owned[other], c->r->touching[city[end]]));
    }
    return 0.3 + 0.5 * ends;
}

static void put_cost(const Rules *r, Mask routes, double cost, double *costs) {
    for (int w = 0; w < r->words; w++)
        for (uint64_t left = routes.word[w]; left; left &= left - 1)
            costs[64 * w + lowest_bit(left)] = cost;
}

/* What the loss of a planned route would cost: the cheapest way round, or the tickets. */
static double damage_of(const Chair *c, const Ground *ground, const Draft *plan, int route) {
    const Rules *r = c->r;
    Costs costs = ground->costs;
    int stake = 0;
    put_cost(r, plan->routes, 0.0, costs.cost);
    put_cost(r, r->connection[route], INFINITY, costs.cost);
    for (int n = 0; n < plan->tickets; n++) stake += r->ticket_points[plan->ticket[n]];
    const uint8_t *ends = r->route_node[route];
    double way = cheapest(r, &costs, (Place){ends, 1}, (Place){ends + 1, 1}, stake);
    return way < stake ? way : stake;
}

/* The routes that a seat can claim with the cards in its hand. */
static Mask payable_routes(const Chair *c) {
    const uint8_t *hand = c->s->hands[c->seat];
    Mask routes = {{0}};
    for (int color = 0; color < KINDS; color++)
        if (hand[color]) routes = mask_or(routes, paid_by(c->r, color, hand[color], hand[LOCOMOTIVE]));
    return mask_and(routes, claimable(c->r, c->s, c->seat));
}

/* List the claims of these routes in each colour with the fewest locomotives. */
static int thrifty_claims(const Chair *c, Mask routes, Action *claims) {
    const Rules *r = c->r;
    const uint8_t *hand = c->s->hands[c->seat];
    int size = 0;
    for (int color = 0; color < KINDS; color++) {
        if (!hand[color]) continue;
        Mask left = mask_and(routes, paid_by(r, color, hand[color], hand[LOCOMOTIVE]));
        for (int w = r->words - 1; w >= 0; w--) {
            while (left.word[w]) {
                int bit = highest_bit(left.word[w]), route = 64 * w + bit;
                claims[size++] = claim_of(route, color,
                                          fewest_locomotives(r, route, color, hand[color]));
                left.word[w] ^= (uint64_t)1 << bit;
            }
        }
    }
    return size;
}

enum { MOST_CLAIMS = KINDS * MOST_ROUTES };  /* thrifty ones */

/* What is left of a hand after a claim. */
static void pay_for(const Chair *c, Action claim, uint8_t *hand) {
    memcpy(hand, c->s->hands[c->seat], KINDS);
    hand[claim.color] -= (uint8_t)(c->r->length[claim.what] - claim.locomotives);
    hand[LOCOMOTIVE] -= claim.locomotives;
}

static Mask with_extras(const Draft *plan) {
    Mask routes = plan->routes;
    for (int n = 0; n < plan->extras; n++) mask_put(&routes, plan->extra[n]);
    return routes;
}

/* The routes both of whose ends are on a rival's network, but on different parts of it. */
static Mask gaps_of(const Chair *c, int rival, Mask routes) {
    const Rules *r = c->r;
    uint8_t above[MOST_NODES];
    bool reached[MOST_NODES] = {false};
    Mask owned = c->s->owned[rival], found = {{0}};
    join_routes(r, owned, above);
    for (int w = 0; w < r->words; w++)
        for (uint64_t left = owned.word[w]; left; left &= left - 1)
            for (int end = 0; end < 2; end++)
                reached[r->route_node[64 * w + lowest_bit(left)][end]] = true;
    for (int w = 0; w < r->words; w++) {
        for (uint64_t left = routes.word[w]; left; left &= left - 1) {
            int route = 64 * w + lowest_bit(left);
            const uint8_t *ends = r->route_node[route];
            if (reached[ends[0]] && reached[ends[1]] && top(above, ends[0]) != top(above, ends[1]))
                mask_put(&found, route);
        }
    }
    return found;
}

/* How many more trains a rival would need if a route were claimed, up to a bound. */
static double way_round(const Chair *c, int rival, int route) {
    const Rules *r = c->r;
    Costs costs;
    Mask taken = r->connection[route];
    if (c->s->seats >= r->open_doubles) {
        taken = (Mask){{0}};
        mask_put(&taken, route);
    }
    for (int other = 0; other < r->routes; other++) {
        double length = mask_has(&c->s->open_to[rival], other) ? r->length[other] : INFINITY;
        costs.cost[other] = mask_has(&c->s->owned[rival], other) ? 0.0 : length;
    }
    put_cost(r, taken, INFINITY, costs.cost);
    choose_routes(r, &costs);
    const uint8_t *ends = r->route_node[route];
    int length = r->length[route];
    double way = cheapest(r, &costs, (Place){ends, 1}, (Place){ends + 1, 1}, length + MOST_HARM);
    return way < INFINITY ? way - length : MOST_HARM;
}

/* What claiming those of the routes is worth that join two parts of a rival's network; returns
   which these are. */
static Mask block_values(const Chair *c, Mask routes, double *value) {
    const State *s = c->s;
    Mask found = {{0}};
    for (int rival = 0; rival < s->seats; rival++) {
        if (rival == c->seat || mask_empty(s->owned[rival])) continue;
        Mask between = gaps_of(c, rival, mask_and(routes, s->open_to[rival]));
        for (int w = 0; w < c->r->words; w++) {
            for (uint64_t left = between.word[w]; left; left &= left - 1) {
                int route = 64 * w + lowest_bit(left);
                double harm = way_round(c, rival, route) / (s->seats - 1);
                double cost = c->w->train * c->r->length[route];
                double worth = c->r->points[route] + c->w->block * harm - cost;
                if (!mask_has(&found, route) || worth > value[route]) value[route] = worth;
                mask_put(&found, route);
            }
        }
    }
    return found;
}

/* Consider claims for each thrifty way to pay: what their routes are worth, less the cards that the plan
   will miss for them. */
static void consider_paying(const Chair *c, const Draft *plan, Mask routes, const double *worth,
                            Best *best) {
    const uint8_t *hand = c->s->hands[c->seat];
    Mask planned = with_extras(plan);
    Bill whole = bill_of(c->r, planned), tickets = bill_of(c->r, plan->routes);
    int before = missing_for(&whole, hand), needed = missing_for(&tickets, hand);
    double per_card = c->w->turn / c->w->rate;
    Action claims[MOST_CLAIMS];
    for (int n = 0, size = thrifty_claims(c, routes, claims); n < size; n++) {
        int route = claims[n].what;
        uint8_t left[KINDS];
        Bill rest = whole;
        if (mask_has(&planned, route)) put_on_bill(c->r, route, -1, &rest);
        pay_for(c, claims[n], left);
        int waste = missing_for(&rest, left) - before;
        if (!mask_has(&plan->routes, route))  /* tickets come first */
            waste = at_least(waste, missing_for(&tickets, left) - needed);
        double price = per_card * waste + 0.02 * claims[n].locomotives;
        consider(best, worth[route] - price, claims[n]);
    }
}

/* How far a path leads: 1 if no other is longer, 2 if none is as long. */
static inline int lead_of(int path, int others) { return (path >= others) + (path > others); }

/* What a last route brings beside its points: tickets completed, and the bonuses. `paths` are the
   longest paths of all seats, NULL where these bring nothing. */
static double final_gain(const Chair *c, const Ground *ground, int route, const uint8_t *tickets,
                         int size, const int *paths) {
    const Rules *r = c->r;
    Mask owned = c->s->owned[c->seat];
    uint8_t above[MOST_NODES];
    int done = 0, points = 0;
    mask_put(&owned, route);
    join_routes(r, owned, above);
    for (int n = 0; n < size; n++) {
        if (!completes(r, above, tickets[n])) continue;
        points += r->ticket_points[tickets[n]];
        done++;
    }
    double gain = 2.0 * points + (bonus_after(ground, done) - bonus_after(ground, 0));
    if (paths) {
        int others = 0;
        for (int other = 0; other < c->s->seats; other++)
            if (other != c->seat) others = at_least(others, paths[other]);
        int lead = lead_of(path_of_routes(r, owned), others) - lead_of(paths[c->seat], others);
        gain += LONGEST_PATH_BONUS * lead;
    }
    return gain;
}

/* Consider every claim by what it brings when no turn comes after this one. */
static void consider_final_claims(const Chair *c, const Ground *ground, Best *best) {
    const State *s = c->s;
    uint8_t tickets[MOST_TICKETS];
    double gains[MOST_ROUTES];
    int paths[MOST_SEATS], size = tickets_of(s, c->seat, tickets);
    bool path = has_bonus(c->r, LONGEST_PATH);
    Mask known = {{0}};
    Action claims[MOST_CLAIMS];
    int claimed = thrifty_claims(c, claimable(c->r, s, c->seat), claims);
    if (!claimed) return;
    size = leave_unfinished(c->r, s->owned[c->seat], tickets, size);
    for (int seat = 0; path && seat < s->seats; seat++)
        paths[seat] = path_of_routes(c->r, s->owned[seat]);
    for (int n = 0; n < claimed; n++) {
        int route = claims[n].what;
        if (!mask_has(&known, route))
            gains[route] = c->r->points[route]
                + final_gain(c, ground, route, tickets, size, path ? paths : NULL);
        mask_put(&known, route);
        consider(best, gains[route], claims[n]);
    }
}
