/* A: Heart of Africa, terrain cards that double the points of a route (modules/terrain). */

static Action terrain(int kind) { return (Action){.kind = TERRAIN, .what = (uint8_t)kind}; }

/* Whether a train card must follow a stored one at once (W2). */
static bool train_card_first(const Rules *r, const State *s) {
    return r->warehouses && s->stored_turn == s->turns && s->stored_taken == s->taken;
}

static int count_terrains(const Rules *r, const State *s) {
    if (train_card_first(r, s)) return 0;
    int found = s->terrain_deck_size > 0;
    for (int kind = 0; kind < TERRAINS; kind++) found += s->terrain_row[kind] > 0;
    return found;
}

static void list_terrains(const Rules *r, const State *s, Listing *list) {
    if (train_card_first(r, s)) return;
    for (int kind = 0; kind < TERRAINS; kind++)
        if (s->terrain_row[kind]) list_action(list, terrain(kind));
    if (s->terrain_deck_size) list_action(list, terrain(BLIND));
}

static bool may_take_terrain(const Rules *r, const State *s, Action action) {
    if (train_card_first(r, s)) return false;
    if (action.what == BLIND) return s->terrain_deck_size > 0;  /* A3 */
    return action.what < TERRAINS && s->terrain_row[action.what] > 0;
}

/* Shuffle the terrain discards into a new deck (A8). */
static void shuffle_terrain(State *s, const uint8_t *counts) {
    int size = spread(counts, TERRAINS, s->terrain_deck);
    shuffle(s, TERRAIN_PILE, s->terrain_shuffles, s->terrain_deck, size);
    reverse(s->terrain_deck, size);
    s->terrain_deck_size = (uint8_t)size;
    s->terrain_shuffles++;
    memset(s->terrain_discard, 0, sizeof s->terrain_discard);
}

static int open_terrain(const State *s) {
    return s->terrain_row[0] + s->terrain_row[1] + s->terrain_row[2];
}

/* Lay terrain cards open until there are enough (A3, A8). */
static void settle_terrain(State *s) {
    while (true) {
        const uint8_t *discard = s->terrain_discard;
        if (!s->terrain_deck_size && (discard[0] || discard[1] || discard[2]))
            shuffle_terrain(s, discard);
        if (open_terrain(s) == TERRAIN_OPEN || !s->terrain_deck_size) return;
        s->terrain_row[s->terrain_deck[--s->terrain_deck_size]]++;
    }
}

/* Give each seat a terrain card and lay two open (A2). */
static void deal_terrain(State *s) {
    for (int seat = 0; seat < s->seats; seat++)
        s->terrain_cards[seat][s->terrain_deck[--s->terrain_deck_size]]++;
    settle_terrain(s);
}

static void play_terrain(State *s, Action action) {
    int kind = action.what;
    if (kind == BLIND) kind = s->terrain_deck[--s->terrain_deck_size];
    else s->terrain_row[kind]--;
    s->terrain_cards[s->seat][kind]++;  /* A4 */
    s->taken++;
}

/* The most cards of a terrain that any other seat has. */
static int most_of_others(const State *s, int seat, int kind) {
    int most = 0;
    for (int other = 0; other < s->seats; other++)
        if (other != seat) most = at_least(most, s->terrain_cards[other][kind]);
    return most;
}

/* Whether `extra` locomotives, and own cards for the rest of the price, double a route (A5 to A7).
   Where a tie takes more than the price, exactly the locomotives for it are played (A7). */
static inline bool may_double(int price, int own, int others, int extra) {
    int reach = own + extra;
    return extra <= price ? price <= reach && reach >= others : reach == others;
}

/* What the asked seat can double now: by terrain and price, with how many locomotives. */
typedef struct { int own[TERRAINS], others[TERRAINS], most; } Doubling;

static Doubling doubling_of(const State *s) {
    Doubling d;
    int seat = s->seat, tie = 0;
    d.most = s->hands[seat][LOCOMOTIVE];
    for (int kind = 0; kind < TERRAINS; kind++) {
        d.own[kind] = s->terrain_cards[seat][kind];
        d.others[kind] = most_of_others(s, seat, kind);
        tie = at_least(tie, d.others[kind] - d.own[kind]);
    }
    if (d.most > MOST_PRICE) d.most = at_most(d.most, at_least(MOST_PRICE, tie));  /* A7 */
    return d;
}

/* The prices at which routes of each terrain are doubled with so many locomotives, as bits. */
typedef struct { int of[TERRAINS]; } Prices;

static inline Prices doubled_with(const Doubling *d, int extra) {
    Prices prices = {{0}};
    for (int kind = 0; kind < TERRAINS; kind++)
        for (int price = 1; price <= MOST_PRICE; price++)
            prices.of[kind] |= may_double(price, d->own[kind], d->others[kind], extra) << price;
    return prices;
}

static inline bool any_doubled(Prices prices) { return prices.of[0] | prices.of[1] | prices.of[2]; }

/* The claimable routes printed in a colour that are doubled, for eight shapes. */
static inline Eight doubled_in(const Rules *r, const State *s, int printed, Prices prices, int shape) {
    const int16_t *priced = r->priced[prices.of[r->terrain_of[printed]]];
    return eight_bytes(s->counts[s->seat][printed] + shape) & eight(priced + shape);
}

/* The doubled claims with `extra` locomotives, by the colour of the cards that pay. */
static inline void doubled_claims(const Rules *r, const State *s, int extra, Prices prices,
                                  Eight claims[KINDS]) {
    const uint8_t *hand = s->hands[s->seat];
    int left = hand[LOCOMOTIVE] - extra;
    memset(claims, 0, KINDS * sizeof *claims);
    for (int shape = 0; shape < r->shapes; shape += EIGHT) {
        Eight gray = doubled_in(r, s, GRAY, prices, shape), all = gray;
        for (int color = 0; color < COLORS; color++) {
            Eight routes = doubled_in(r, s, color, prices, shape);
            claims[color] += (routes + gray) * eight(ways_of(r, color, hand[color], left) + shape);
            all += routes;
        }
        claims[LOCOMOTIVE] += all * eight(ways_of(r, LOCOMOTIVE, 0, left) + shape);
    }
}

static int count_doubled(const Rules *r, State *s) {
    Doubling d = doubling_of(s);
    Eight claims[KINDS];
    int found = 0;
    count_routes(r, s, s->seat);
    for (int extra = 0; extra <= d.most; extra++) {
        Prices prices = doubled_with(&d, extra);
        if (!any_doubled(prices)) continue;
        doubled_claims(r, s, extra, prices, claims);
        for (int color = 1; color < KINDS; color++) claims[0] += claims[color];
        found += sum_of(claims[0]);
    }
    return found;
}

/* Those of the asked seat's claimable routes that are doubled at these prices. */
static Mask doubled_routes(const Rules *r, const State *s, Prices prices) {
    Mask found = {{0}};
    for (int kind = 0; kind < TERRAINS; kind++)
        for (int price = 1; price <= MOST_PRICE; price++)
            if (prices.of[kind] >> price & 1) found = mask_or(found, r->cost[kind][price]);
    return mask_and(claimable(r, s, s->seat), found);
}

/* The nth doubled claim: with the fewest locomotives as terrain first, then by colour. */
static Action nth_doubled(const Rules *r, const State *s, int nth) {
    Doubling d = doubling_of(s);
    const uint8_t *hand = s->hands[s->seat];
    Eight claims[KINDS];
    for (int extra = 0; extra <= d.most; extra++) {
        Prices prices = doubled_with(&d, extra);
        doubled_claims(r, s, extra, prices, claims);
        for (int color = 0; color < KINDS; color++) {
            int here = sum_of(claims[color]);
            if (nth >= here) {
                nth -= here;
                continue;
            }
            Mask routes = doubled_routes(r, s, prices);
            Action found = nth_claim_in(r, routes, color, hand[color], hand[LOCOMOTIVE] - extra, nth);
            int price = r->shape_price[r->shape[found.what]];
            found.kind = DOUBLED;
            found.terrain = (uint8_t)at_least(price - extra, 0);
            found.extra = (uint8_t)extra;
            return found;
        }
    }
    return (Action){.kind = PASS};  /* not reached: there are more doubled claims than nth */
}

static void list_doubled(const Rules *r, const State *s, Listing *list) {
    Doubling d = doubling_of(s);
    const uint8_t *hand = s->hands[s->seat];
    for (int extra = 0; extra <= d.most; extra++) {
        Prices prices = doubled_with(&d, extra);
        if (!any_doubled(prices)) continue;
        Action form = {.kind = DOUBLED, .extra = (uint8_t)extra};
        Mask routes = doubled_routes(r, s, prices);
        list_claims_of(r, hand, hand[LOCOMOTIVE] - extra, routes, form, list);
    }
}

static bool may_claim_doubled(const Rules *r, const State *s, Action action) {
    if (!may_claim(r, s, action)) return false;
    int seat = s->seat, kind = r->terrain_of[r->color[action.what]];
    int price = r->shape_price[r->shape[action.what]];
    int own = s->terrain_cards[seat][kind], others = most_of_others(s, seat, kind);
    return price && action.terrain == at_least(price - action.extra, 0) && action.terrain <= own
        && action.locomotives + action.extra <= s->hands[seat][LOCOMOTIVE]
        && may_double(price, own, others, action.extra);
}

/* Play the terrain cards and claim the route for twice its points. */
static void play_doubled(const Rules *r, State *s, Action action) {
    int kind = r->terrain_of[r->color[action.what]];
    s->terrain_cards[s->seat][kind] -= action.terrain;
    s->terrain_discard[kind] += action.terrain;
    pay(s, s->seat, LOCOMOTIVE, action.extra);  /* A7 */
    play_claim(r, s, action, 2);
}
