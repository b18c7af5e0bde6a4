/* O: Old West, starting towns, city pieces and who scores a route (modules/towns.py). */

static Action of_city(Kind kind, int city) {
    return (Action){.kind = (uint8_t)kind, .what = (uint8_t)city};
}

/* Whether a city piece can be put on a city: a town without one (O1, O3), not Alvin's home (V1). */
static bool is_free_town(const Rules *r, const State *s, int city) {
    return r->town[city] && s->piece_owner[city] == NOBODY && !(r->alvin && city == r->alvin_home);
}

static void list_starts(const Rules *r, const State *s, Listing *list) {
    for (int city = 0; city < r->cities; city++)
        if (is_free_town(r, s, city)) list_action(list, of_city(START_TOWN, city));
}

static int count_starts(const Rules *r, const State *s) {
    int found = 0;
    for (int city = 0; city < r->cities; city++) found += is_free_town(r, s, city);
    return found;
}

static bool may_start(const Rules *r, const State *s, Action action) {
    return action.what < r->cities && is_free_town(r, s, action.what);
}

static void place_piece(State *s, int city) {
    s->piece_owner[city] = (int8_t)s->seat;
    s->pieces_left[s->seat]--;
}

static void play_start(const Rules *r, State *s, Action action) {
    s->start[s->seat] = (int8_t)action.what;
    s->reach[s->seat] = r->touching[action.what];
    place_piece(s, action.what);
}

/* Whether the asked seat can pay for a city piece in this way (O3). */
static bool can_pay_piece(const State *s, int color, int locomotives) {
    const uint8_t *hand = s->hands[s->seat];
    return hand[color] >= PIECE_PRICE - locomotives && hand[LOCOMOTIVE] >= locomotives;
}

static void list_builds_on(const State *s, int city, Listing *list) {
    Action build = of_city(BUILD_CITY, city);
    for (int color = 0; color < KINDS; color++) {
        int first = color == LOCOMOTIVE ? PIECE_PRICE : 0;
        int last = color == LOCOMOTIVE ? PIECE_PRICE : PIECE_PRICE - 1;
        for (int locomotives = first; locomotives <= last; locomotives++) {
            build.color = (uint8_t)color;
            build.locomotives = (uint8_t)locomotives;
            if (can_pay_piece(s, color, locomotives)) list_action(list, build);
        }
    }
}

static void list_builds(const Rules *r, const State *s, Listing *list) {
    if (!s->pieces_left[s->seat]) return;
    for (int end = 0; end < 2; end++) {
        int city = r->route_city[s->last_route][end];
        if (is_free_town(r, s, city)) list_builds_on(s, city, list);
    }
}

static int count_builds(const Rules *r, const State *s) {
    Action room[4 * KINDS];
    Listing list = {room, 0, 4 * KINDS};
    list_builds(r, s, &list);
    return list.size;
}

static bool may_build(const Rules *r, const State *s, Action action) {
    const uint8_t *ends = r->route_city[s->last_route];
    int city = action.what;
    if (city >= r->cities || !is_free_town(r, s, city)) return false;
    if ((city != ends[0] && city != ends[1]) || !s->pieces_left[s->seat]) return false;
    if (action.color == LOCOMOTIVE) return action.locomotives == PIECE_PRICE
        && can_pay_piece(s, LOCOMOTIVE, PIECE_PRICE);
    return action.color < LOCOMOTIVE && action.locomotives < PIECE_PRICE
        && can_pay_piece(s, action.color, action.locomotives);
}

static void play_build(State *s, Action action) {
    pay(s, s->seat, action.color, PIECE_PRICE - action.locomotives);
    pay(s, s->seat, LOCOMOTIVE, action.locomotives);
    place_piece(s, action.what);
}

/* The owners of pieces at a route's ends score it, else its claimer (O4). */
static void score_route(const Rules *r, State *s, int route, int points) {
    bool owned = false;
    for (int end = 0; end < 2; end++) {
        int owner = s->piece_owner[r->route_city[route][end]];
        if (owner == NOBODY) continue;
        s->scores[owner] += points;
        owned = true;
    }
    if (!owned) s->scores[s->seat] += points;
}

/* A claimed route extends its seat's network (O2). */
static void extend_network(const Rules *r, State *s, int route) {
    for (int end = 0; end < 2; end++) {
        Mask touching = r->touching[r->route_city[route][end]];
        s->reach[s->seat] = mask_or(s->reach[s->seat], touching);
    }
}
