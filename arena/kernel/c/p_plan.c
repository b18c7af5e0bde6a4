/* Plans: which tickets to complete or give up, and by which routes (planning/plan.py,
   planning/globetrotter.py). */

enum { MOST_EXTRAS = 4, MOST_MORE = 12 };  /* routes beside the tickets; further tickets */

typedef struct { uint64_t word[MOST_TICKETS / 64]; } TicketSet;

/* What a seat builds on: what routes cost it, its turns, and Globetrotter by further tickets. */
typedef struct {
    Costs costs;
    double turns, bonuses[MOST_MORE + 1];
} Ground;

/* Tickets that a seat goes for, and the routes that it means to claim. */
typedef struct {
    uint8_t ticket[MOST_PLANNED], extra[MOST_EXTRAS];
    int tickets, extras;
    Mask routes;
    double turns, value;
} Draft;

/* A seat at a table, the weights that it judges by, and networks on the ground of its plan. */
typedef struct {
    const Rules *r;
    const State *s;
    const Weights *w;
    int seat;
    Networks *networks;
} Chair;

static inline bool has_bonus(const Rules *r, Bonus bonus) {
    for (int n = 0; n < r->bonuses; n++)
        if (r->bonus[n] == bonus) return true;
    return false;
}

static inline bool set_has(const TicketSet *set, int ticket) {
    return set->word[ticket >> 6] >> (ticket & 63) & 1;
}

static inline void set_put(TicketSet *set, int ticket) {
    set->word[ticket >> 6] |= (uint64_t)1 << (ticket & 63);
}

/* The tickets of a seat, in the order of keeping; returns how many there are. */
static int tickets_of(const State *s, int seat, uint8_t *tickets) {
    int size = 0;
    for (int n = 0; n < s->kept_size; n++)
        if (s->keeper[n] == seat) tickets[size++] = s->kept[n];
    return size;
}

/* Leave only the tickets that these routes don't complete yet; returns how many there are. */
static int leave_unfinished(const Rules *r, Mask owned, uint8_t *tickets, int size) {
    uint8_t above[MOST_NODES];
    int left = 0;
    join_routes(r, owned, above);
    for (int n = 0; n < size; n++)
        if (!completes(r, above, tickets[n])) tickets[left++] = tickets[n];
    return left;
}

/* The odds that a lead holds: a logistic curve. */
static double lead_holds(double lead) {
    double bounded = lead < -50.0 ? -50.0 : lead > 50.0 ? 50.0 : lead;
    return 1.0 / (1.0 + exp(-bounded));
}

/* What Globetrotter is worth to a seat that completes none, one, two, … tickets from now on (E4). */
static void foresee_bonuses(const Chair *c, double *bonuses) {
    const State *s = c->s;
    uint8_t tickets[MOST_TICKETS];
    double most = -INFINITY;
    int held = tickets_of(s, c->seat, tickets);
    int done = held - leave_unfinished(c->r, s->owned[c->seat], tickets, held);
    for (int other = 0; other < s->seats; other++) {
        if (other == c->seat) continue;
        double expected = 0.9 * s->ticket_counts[other] + c->w->growth * s->trains[other] / c->r->trains;
        if (expected > most) most = expected;
    }
    for (int more = 0; more <= MOST_MORE; more++) {
        double lead = done + more - most, alone = lead_holds(lead - 0.5) / (s->seats - 1);
        bonuses[more] = c->r->globetrotter * (lead_holds(lead + 0.5) + alone);
    }
}

/* What the bonus is worth after so many further tickets. */
static inline double bonus_after(const Ground *ground, int tickets) {
    return ground->bonuses[at_most(tickets, MOST_MORE)];
}

/* What each route costs a seat: its turns and trains, less its points. */
static void price_routes(const Chair *c, double *cost) {
    const Rules *r = c->r;
    const Weights *w = c->w;
    const uint8_t *hand = c->s->hands[c->seat];
    double held[COLORS], most = 0.0, per_card = w->turn / w->rate;
    for (int color = 0; color < COLORS; color++) {
        held[color] = w->held * hand[color];
        if (held[color] > most) most = held[color];
    }
    Mask can_use = mask_and(c->s->open_to[c->seat], r->up_to[c->s->trains[c->seat]]);
    for (int route = 0; route < r->routes; route++) {
        cost[route] = INFINITY;
        if (mask_has(&c->s->owned[c->seat], route)) cost[route] = 0.0;
        else if (mask_has(&can_use, route)) {
            int length = r->length[route];
            double have = r->color[route] == GRAY ? most : held[r->color[route]];
            if (have > length) have = length;
            cost[route] = w->turn + per_card * (length - have) + w->train * length - r->points[route];
            if (w->least * length > cost[route]) cost[route] = w->least * length;
        }
    }
}

/* Look over the board. */
static void look_over_board(const Chair *c, Ground *ground) {
    price_routes(c, ground->costs.cost);
    choose_routes(c->r, &ground->costs);
    ground->turns = turns_left(c->r, c->s, c->w, c->seat);
    if (has_bonus(c->r, GLOBETROTTER)) foresee_bonuses(c, ground->bonuses);
    else memset(ground->bonuses, 0, sizeof ground->bonuses);
}

static int trains_for(const Rules *r, Mask routes) {
    int trains = 0;
    for (int w = 0; w < r->words; w++)
        for (uint64_t left = routes.word[w]; left; left &= left - 1)
            trains += r->length[64 * w + lowest_bit(left)];
    return trains;
}

/* Draft a plan for those of the tickets that are chosen, the others lost; false without a way, or
   trains for it. `thorough` tries several orders. */
static bool draft_plan(const Chair *c, const Ground *ground, const uint8_t *chosen, int size,
                       const uint8_t *tickets, int all, bool thorough, Draft *draft) {
    Joined joined;
    if (!(thorough ? join_all : join_in_order)(c->r, &ground->costs, c->networks, chosen, size,
                                               &joined))
        return false;
    int trains = trains_for(c->r, joined.routes), points = 0;
    if (trains > c->s->trains[c->seat]) return false;
    for (int w = 0; w < c->r->words; w++)
        for (uint64_t left = joined.routes.word[w]; left; left &= left - 1)
            points += c->r->points[64 * w + lowest_bit(left)];
    double turns = turns_for(c->r, c->s, c->w, c->seat, joined.routes);
    double odds = odds_of(c->w, turns, ground->turns), value = points;
    value -= c->w->turn * turns + c->w->train * trains;
    for (int n = 0; n < all; n++) {
        int worth = c->r->ticket_points[tickets[n]];
        value += memchr(chosen, tickets[n], (size_t)size) ? worth * (2.0 * odds - 1.0) : -worth;
    }
    value += odds * bonus_after(ground, size);
    value += (1.0 - odds) * bonus_after(ground, 0);
    memcpy(draft->ticket, chosen, (size_t)size);
    draft->tickets = size;
    draft->extras = 0;
    draft->routes = joined.routes;
    draft->turns = turns;
    draft->value = value;
    return true;
}

/* The place of the ticket to drop first where no draft can be built: the one with fewest points. */
static int cheapest_to_fail(const Rules *r, const uint8_t *tickets, int size) {
    int best = 0;
    for (int n = 1; n < size; n++)
        if (r->ticket_points[tickets[n]] < r->ticket_points[tickets[best]]) best = n;
    return best;
}

/* The best plan for tickets still to complete, of which some may be given up. */
static void plan_tickets(const Chair *c, const Ground *ground, const uint8_t *tickets, int size,
                         Draft *plan) {
    uint8_t chosen[MOST_PLANNED], fewer[MOST_PLANNED];
    int left = size;
    memcpy(chosen, tickets, (size_t)size);
    bool there = draft_plan(c, ground, chosen, left, tickets, size, true, plan);
    while (left && (!there || plan->turns > c->w->tight * ground->turns)) {
        Draft best, draft;
        bool any = false;
        int dropped = 0;
        for (int n = 0; n < left; n++) {
            memcpy(fewer, chosen, (size_t)n);
            memcpy(fewer + n, chosen + n + 1, (size_t)(left - n - 1));
            if (!draft_plan(c, ground, fewer, left - 1, tickets, size, false, &draft)) continue;
            if (any && !(draft.value > best.value)) continue;
            best = draft;
            dropped = n;
            any = true;
        }
        if (there && (!any || best.value <= plan->value)) return;
        if (!any) dropped = cheapest_to_fail(c->r, chosen, left);
        memmove(chosen + dropped, chosen + dropped + 1, (size_t)(left - dropped - 1));
        left--;
        there = any;
        if (any) *plan = best;
    }
}

/* A route beside the plan, by the points that a turn for it brings. */
typedef struct { double per_turn, needed; int route; } Paying;

static inline bool pays_more(const Paying *a, const Paying *b) {
    if (a->per_turn != b->per_turn) return a->per_turn > b->per_turn;
    if (a->needed != b->needed) return a->needed > b->needed;
    return a->route > b->route;
}

/* The routes beside the plan that pay and can be claimed; returns how many there are. */
static int paying_routes(const Chair *c, const Draft *plan, int trains, Mask planned,
                         Paying *found) {
    const Rules *r = c->r;
    const uint8_t *hand = c->s->hands[c->seat];
    int most = 0, size = 0, locomotives = mask_empty(plan->routes) ? hand[LOCOMOTIVE] : 0;
    for (int color = 0; color < COLORS; color++) most = at_least(most, hand[color]);
    Mask routes = mask_and(claimable(r, c->s, c->seat), r->up_to[at_least(trains, 0)]);
    routes = mask_without(routes, planned);
    for (int w = 0; w < r->words; w++) {
        for (uint64_t left = routes.word[w]; left; left &= left - 1) {
            int route = 64 * w + lowest_bit(left), color = r->color[route];
            int have = locomotives + (color == GRAY ? most : hand[color]);
            double needed = 1.0 + at_least(r->length[route] - have, 0) / c->w->rate;
            needed += at_least(r->ferry[route] - hand[LOCOMOTIVE], 0);  /* a turn each (C8, T2) */
            if (r->points[route] > 0)
                found[size++] = (Paying){r->points[route] / needed, needed, route};
        }
    }
    return size;
}

/* Choose routes to claim for their points, with what the plan leaves of trains and turns. */
static void choose_extras(const Chair *c, const Ground *ground, Draft *plan) {
    const Rules *r = c->r;
    Paying paying[MOST_ROUTES];
    Mask planned = {{0}};
    int trains = c->s->trains[c->seat] - trains_for(r, plan->routes);
    double turns = ground->turns - plan->turns;
    for (int w = 0; w < r->words; w++)
        for (uint64_t left = plan->routes.word[w]; left; left &= left - 1)
            planned = mask_or(planned, r->connection[64 * w + lowest_bit(left)]);
    int size = paying_routes(c, plan, trains, planned, paying);
    for (plan->extras = 0; plan->extras < MOST_EXTRAS;) {
        int best = -1;
        for (int n = 0; n < size; n++) {
            int route = paying[n].route;
            if (paying[n].needed > turns || r->length[route] > trains || mask_has(&planned, route))
                continue;
            if (best < 0 || pays_more(&paying[n], &paying[best])) best = n;
        }
        if (best < 0) return;
        plan->extra[plan->extras++] = (uint8_t)paying[best].route;
        planned = mask_or(planned, r->connection[paying[best].route]);
        trains -= r->length[paying[best].route];
        turns -= paying[best].needed;
    }
}

/* The best plan for some tickets, with its extras. */
static void make_plan(const Chair *c, const Ground *ground, const uint8_t *tickets, int size,
                      Draft *plan) {
    plan_tickets(c, ground, tickets, size, plan);
    choose_extras(c, ground, plan);
}
