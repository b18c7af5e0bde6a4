/* W: warehouses and depots, on any board (modules/warehouses). */

/* Whether a building can stand on a city: one that has no depot and no station (W5). */
static bool may_stand(const Rules *r, const State *s, int city) {
    return r->town[city] && s->depot_owner[city] == NOBODY && s->station_owner[city] == NOBODY;
}

static int free_sites(const Rules *r, const State *s) { return r->towns - s->depots - s->stations; }

/* The nth of the cities on which a building can stand. */
static int nth_site(const Rules *r, const State *s, int nth) {
    int city = 0;
    for (; city < r->cities; city++)
        if (may_stand(r, s, city) && nth-- == 0) break;
    return city;
}

static int count_depots(const Rules *r, const State *s) {
    return s->reserve[s->seat] ? free_sites(r, s) : 0;  /* W4 */
}

static void list_depots(const Rules *r, const State *s, Listing *list) {
    if (!s->reserve[s->seat]) return;
    for (int city = 0; city < r->cities; city++)
        if (may_stand(r, s, city)) list_action(list, of_city(PLACE_DEPOT, city));
}

static Action nth_depot(const Rules *r, const State *s, int nth) {
    return of_city(PLACE_DEPOT, nth_site(r, s, nth));
}

static bool may_place_depot(const Rules *r, const State *s, Action action) {
    return action.what < r->cities && may_stand(r, s, action.what) && s->reserve[s->seat] > 0;
}

static void play_depot(State *s, Action action) {
    s->depot_owner[action.what] = (int8_t)s->seat;
    s->depots++;
    s->reserve[s->seat]--;
}

static int count_stores(const Rules *r, const State *s) {
    return storing_is_due(r, s) ? s->seats : 0;  /* W2 */
}

static Action store(int seat) { return (Action){.kind = STORE, .what = (uint8_t)seat}; }

static void list_stores(const Rules *r, const State *s, Listing *list) {
    if (!storing_is_due(r, s)) return;
    for (int seat = 0; seat < s->seats; seat++) list_action(list, store(seat));
}

static bool may_store(const Rules *r, const State *s, Action action) {
    return storing_is_due(r, s) && action.what < s->seats;
}

/* Put the top card of the deck into a warehouse, unseen. */
static void play_store(State *s, Action action) {
    uint8_t card = s->deck[--s->deck_size];
    s->stored[s->stored_size++] = (uint8_t)(card | action.what << 4);
    s->stored_sizes[action.what]++;
    s->stored_turn = s->turns;
    s->stored_taken = s->taken;
}

/* The owners, as bits, of filled warehouses that the route just claimed leads to (W3). */
static int within_reach(const Rules *r, const State *s) {
    int owners = 0;
    for (int end = 0; end < 2; end++) {
        int owner = s->depot_owner[r->route_city[s->last_route][end]];
        if (owner != NOBODY && s->stored_sizes[owner]) owners |= 1 << owner;
    }
    return owners;
}

/* All choices of warehouses in reach that the reserve can pay, the smallest first. */
static void list_collects(const Rules *r, const State *s, Listing *list) {
    int reach = within_reach(r, s), lower = reach & -reach;
    int choices[4] = {0, lower, reach ^ lower, reach};
    int number = 1 << __builtin_popcount((unsigned)reach);  /* a route leads to two at most */
    for (int n = 0; n < number; n++) {
        Action collect = {.kind = COLLECTING, .chosen = (uint8_t)choices[n]};
        if (__builtin_popcount((unsigned)choices[n]) <= s->reserve[s->seat])
            list_action(list, collect);
    }
}

static int count_collects(const Rules *r, const State *s) {
    Action room[4];
    Listing list = {room, 0, 4};
    list_collects(r, s, &list);
    return list.size;
}

static bool may_collect(const Rules *r, const State *s, Action action) {
    int seats = action.chosen;
    return !(seats & ~within_reach(r, s))
        && __builtin_popcount((unsigned)seats) <= s->reserve[s->seat];
}

/* Pay a depot for each warehouse and take its cards (W3). */
static void play_collect(State *s, Action action) {
    int left = 0;
    for (int at = 0; at < s->stored_size; at++) {
        int owner = s->stored[at] >> 4;
        if (action.chosen >> owner & 1) {
            s->hands[s->seat][s->stored[at] & 15]++;
            s->hand_sizes[s->seat]++;
        } else {
            s->stored[left++] = s->stored[at];
        }
    }
    s->stored_size = (uint8_t)left;
    for (int owner = 0; owner < s->seats; owner++) {
        if (!(action.chosen >> owner & 1)) continue;
        s->stored_sizes[owner] = 0;
        s->reserve[s->seat]--;
    }
}

/* The cards of all warehouses, once some seat has no depot in reserve (W7). */
static int take_stored_cards(const Rules *r, State *s, uint8_t *cards) {
    uint8_t counts[KINDS] = {0};
    bool out = false;
    (void)r;
    for (int seat = 0; seat < s->seats; seat++) out |= !s->reserve[seat];
    if (!out) return 0;
    for (int at = 0; at < s->stored_size; at++) counts[s->stored[at] & 15]++;
    s->stored_size = 0;
    memset(s->stored_sizes, 0, sizeof s->stored_sizes);
    return spread(counts, KINDS, cards);
}
