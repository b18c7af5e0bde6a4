/* V: Alvin the alien, a variant of Old West (modules/alvin.py). */

/* Capture Alvin, if another seat than his holder claims a route to his town (V2, V3). */
static void capture_alvin(const Rules *r, State *s, int route) {
    const uint8_t *ends = r->route_city[route];
    bool there = s->alvin_town == ends[0] || s->alvin_town == ends[1];
    if (!there || s->alvin_holder == (int8_t)s->seat) return;
    s->alvin_holder = (int8_t)s->seat;
    s->alvin_caught = true;
    s->scores[s->seat] += ALVIN_POINTS;
}

static void list_alvins(const Rules *r, const State *s, Listing *list) {
    for (int city = 0; city < r->cities; city++)
        if (s->piece_owner[city] == (int8_t)s->seat) list_action(list, of_city(MOVE_ALVIN, city));
}

static int count_alvins(const Rules *r, const State *s) {
    int found = 0;
    for (int city = 0; city < r->cities; city++) found += s->piece_owner[city] == (int8_t)s->seat;
    return found;
}

static bool may_move_alvin(const Rules *r, const State *s, Action action) {
    return action.what < r->cities && s->piece_owner[action.what] == (int8_t)s->seat;
}

static void play_alvin(State *s, Action action) {
    s->alvin_town = action.what;
    s->alvin_caught = false;
}
