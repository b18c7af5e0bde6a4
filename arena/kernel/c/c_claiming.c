/* C: claiming a route (referee/claiming.py, referee/payments.py).

   Claims are counted without being listed: a seat's claimable routes are counted by printed colour
   and shape (length and ferry symbols), and a table says how many ways a hand has for a shape. */

enum { ALL = LOCOMOTIVE };  /* where routes of all colours are counted: none is printed in it */

/* The routes that a seat may claim if it can pay (C2 to C5, C7, O2, X3). */
static inline uint64_t claimable_word(const Rules *r, const State *s, int seat, int w) {
    uint64_t routes = s->open_to[seat].word[w] & r->up_to[s->trains[seat]].word[w];
    if (s->given_up[seat] >= MOST_GIVEN_UP) routes &= ~r->tunnels.word[w];
    return r->towns_module ? routes & s->reach[seat].word[w] : routes;
}

static inline Mask claimable(const Rules *r, const State *s, int seat) {
    Mask routes;
    for (int w = 0; w < MASK_WORDS; w++) routes.word[w] = claimable_word(r, s, seat, w);
    return routes;
}

/* Count a route among those that a seat may claim, or no longer. */
static inline void count_route(const Rules *r, State *s, int seat, int route, int more) {
    s->counts[seat][r->color[route]][r->shape[route]] += (uint8_t)more;
    s->counts[seat][ALL][r->shape[route]] += (uint8_t)more;
}

/* Bring a seat's counts up to date with the routes that it may claim now. */
static void count_routes(const Rules *r, State *s, int seat) {
    for (int w = 0; w < r->words; w++) {
        uint64_t before = s->counted[seat].word[w], now = claimable_word(r, s, seat, w);
        for (uint64_t changed = before ^ now; changed; changed &= changed - 1) {
            int bit = lowest_bit(changed);
            count_route(r, s, seat, 64 * w + bit, before >> bit & 1 ? -1 : 1);
        }
        s->counted[seat].word[w] = now;
    }
}

/* The ways to pay with cards of one colour and up to so many locomotives (C1, C8), by shape. */
static inline const int16_t *ways_of(const Rules *r, int color, int cards, int locomotives) {
    int most = at_most(locomotives, r->longest);
    return color == LOCOMOTIVE ? r->alone[most] : r->ways[at_most(cards, r->longest)][most];
}

/* The claims that the asked seat can pay with cards of one colour, for eight shapes. */
static inline Eight claims_in(const Rules *r, const State *s, int color, int shape) {
    const uint8_t (*counts)[MOST_SHAPES] = s->counts[s->seat], *hand = s->hands[s->seat];
    Eight routes = eight_bytes(counts[color] + shape);
    if (color != LOCOMOTIVE) routes += eight_bytes(counts[GRAY] + shape);  /* else `ALL` has them */
    return routes * eight(ways_of(r, color, hand[color], hand[LOCOMOTIVE]) + shape);
}

/* Without a branch for a colour that the hand lacks: it has no ways, and nobody could foresee it. */
static int count_claims(const Rules *r, State *s) {
    Eight found = {0};
    count_routes(r, s, s->seat);
    for (int shape = 0; shape < r->shapes; shape += EIGHT)
        for (int color = 0; color < KINDS; color++) found += claims_in(r, s, color, shape);
    return sum_of(found);
}

static int count_claims_in(const Rules *r, const State *s, int color) {
    Eight found = {0};
    for (int shape = 0; shape < r->shapes; shape += EIGHT) found += claims_in(r, s, color, shape);
    return sum_of(found);
}

/* The fewest locomotives in the payments of a route with so many cards of a colour. */
static inline int fewest_locomotives(const Rules *r, int route, int color, int cards) {
    int length = r->length[route];
    return color == LOCOMOTIVE ? length : at_least(r->ferry[route], length - cards);
}

static inline Action claim_of(int route, int color, int locomotives) {
    return (Action){.kind = CLAIM, .what = (uint8_t)route, .color = (uint8_t)color,
                    .locomotives = (uint8_t)locomotives};
}

/* The routes that cards of one colour and up to so many locomotives can pay for. */
static inline Mask paid_by(const Rules *r, int color, int cards, int locomotives) {
    int most = at_most(locomotives, r->longest);
    if (color == LOCOMOTIVE) return r->up_to[most];
    return mask_and(r->payable[color], r->affordable[at_most(cards, r->longest)][most]);
}

/* The nth of the claims of these routes that cards of one colour pay, the highest route first. */
static Action nth_claim_in(const Rules *r, Mask routes, int color, int cards, int locomotives,
                           int nth) {
    const int16_t *ways = ways_of(r, color, cards, locomotives);
    routes = mask_and(routes, paid_by(r, color, cards, locomotives));
    for (int w = r->words - 1; w >= 0; w--) {
        while (routes.word[w]) {
            int bit = highest_bit(routes.word[w]), route = 64 * w + bit;
            int here = ways[r->shape[route]];
            if (nth < here)
                return claim_of(route, color, fewest_locomotives(r, route, color, cards) + nth);
            nth -= here;
            routes.word[w] ^= (uint64_t)1 << bit;
        }
    }
    return (Action){.kind = PASS};  /* not reached: there are more claims than nth */
}

/* The nth claim, by colour; the claims must have been counted for this very state. */
static Action nth_claim(const Rules *r, const State *s, int nth) {
    const uint8_t *hand = s->hands[s->seat];
    int color = 0;
    for (; color < LOCOMOTIVE; color++) {
        int here = count_claims_in(r, s, color);
        if (nth < here) break;
        nth -= here;
    }
    return nth_claim_in(r, s->counted[s->seat], color, hand[color], hand[LOCOMOTIVE], nth);
}

/* List the claims of these routes that a hand pays with up to so many locomotives. */
static void list_claims_of(const Rules *r, const uint8_t *hand, int locomotives, Mask routes,
                           Action form, Listing *list) {
    for (int color = 0; color < KINDS; color++) {
        if (!hand[color]) continue;
        const int16_t *ways = ways_of(r, color, hand[color], locomotives);
        Mask left = mask_and(routes, paid_by(r, color, hand[color], locomotives));
        for (int w = r->words - 1; w >= 0; w--) {
            while (left.word[w]) {
                int bit = highest_bit(left.word[w]), route = 64 * w + bit;
                int first = fewest_locomotives(r, route, color, hand[color]);
                form.what = (uint8_t)route;
                form.color = (uint8_t)color;
                if (form.kind == DOUBLED)
                    form.terrain = (uint8_t)at_least(r->shape_price[r->shape[route]] - form.extra, 0);
                for (int way = 0; way < ways[r->shape[route]]; way++) {
                    form.locomotives = (uint8_t)(first + way);
                    list_action(list, form);
                }
                left.word[w] ^= (uint64_t)1 << bit;
            }
        }
    }
}

static void list_claims(const Rules *r, const State *s, Listing *list) {
    const uint8_t *hand = s->hands[s->seat];
    Mask routes = claimable(r, s, s->seat);
    list_claims_of(r, hand, hand[LOCOMOTIVE], routes, (Action){.kind = CLAIM}, list);
}

/* Whether a payment fits its route on any table (C1, C8). */
static bool fits(const Rules *r, Action claim) {
    int route = claim.what, length;
    if (route >= r->routes) return false;
    length = r->length[route];
    if (claim.color == LOCOMOTIVE) return claim.locomotives == length;
    if (claim.color > LOCOMOTIVE) return false;
    bool painted = r->color[route] == GRAY || r->color[route] == claim.color;
    return painted && claim.locomotives >= r->ferry[route] && claim.locomotives < length;
}

static bool may_claim(const Rules *r, const State *s, Action claim) {
    if (!fits(r, claim)) return false;
    Mask routes = claimable(r, s, s->seat);
    const uint8_t *hand = s->hands[s->seat];
    int others = r->length[claim.what] - claim.locomotives;
    return mask_has(&routes, claim.what) && hand[claim.color] >= others
        && hand[LOCOMOTIVE] >= claim.locomotives;
}

/* Discard cards of a hand. */
static void pay(State *s, int seat, int card, int number) {
    s->hands[seat][card] -= (uint8_t)number;
    s->hand_sizes[seat] -= (uint8_t)number;
    s->discard[card] += (uint8_t)number;
}

/* Close a claimed route, and those beside it where doubles close (C4, C5, O5). */
static void close_routes(const Rules *r, State *s, int seat, int route) {
    Mask connection = r->connection[route], alone = {{0}};
    mask_put(&alone, route);
    Mask closed = s->seats < r->open_doubles ? connection : alone;
    for (int other = 0; other < s->seats; other++)
        s->open_to[other] = mask_without(s->open_to[other], closed);
    s->open_to[seat] = mask_without(s->open_to[seat], connection);
}

static void score_route(const Rules *r, State *s, int route, int points);
static void capture_alvin(const Rules *r, State *s, int route);
static void extend_network(const Rules *r, State *s, int route);

/* Pay for a route, own it and let it score this many times (C1 to C6). */
static void play_claim(const Rules *r, State *s, Action claim, int factor) {
    int seat = s->seat, route = claim.what, length = r->length[route];
    int points = r->points[route] * factor;
    pay(s, seat, claim.color, length - claim.locomotives);
    pay(s, seat, LOCOMOTIVE, claim.locomotives);
    s->trains[seat] -= (uint8_t)length;
    if (r->towns_module) score_route(r, s, route, points);
    else s->scores[seat] += points;
    mask_put(&s->owned[seat], route);
    s->last_route = (uint8_t)route;
    close_routes(r, s, seat, route);
    if (r->alvin) capture_alvin(r, s, route);
    if (r->towns_module) extend_network(r, s, route);
    if (factor > 1 && points > r->points[route]) mask_put(&s->doubled, route);
}
