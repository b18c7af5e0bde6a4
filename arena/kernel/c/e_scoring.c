/* E: the final score, its bonuses, places and ties (referee/scoring.py, referee/network.py). */

/* The root of a node among the joined ones. */
static inline int top(uint8_t *above, int node) {
    while (above[node] != node) node = above[node] = above[above[node]];
    return node;
}

/* Join the nodes of a seat's routes. */
static void join_routes(const Rules *r, Mask owned, uint8_t *above) {
    for (int node = 0; node < r->nodes; node++) above[node] = (uint8_t)node;
    for (int w = 0; w < r->words; w++) {
        for (uint64_t left = owned.word[w]; left; left &= left - 1) {
            const uint8_t *ends = r->route_node[64 * w + lowest_bit(left)];
            int a = top(above, ends[0]), b = top(above, ends[1]);
            above[a] = (uint8_t)b;
        }
    }
}

static void lend_routes(const Rules *r, const State *s, int seat, uint8_t *above);

/* Join the nodes of the routes that count for a seat's tickets: its own and lent ones (E2, X7). */
static void join_network(const Rules *r, const State *s, int seat, uint8_t *above) {
    join_routes(r, s->owned[seat], above);
    if (r->europe) lend_routes(r, s, seat, above);
}

/* Whether joined nodes complete a ticket (E2, A9, A10). */
static bool completes(const Rules *r, uint8_t *above, int ticket) {
    for (int n = 0; n < r->places[ticket][0]; n++) {
        int start = top(above, r->place[ticket][0][n]);
        for (int m = 0; m < r->places[ticket][1]; m++)
            if (top(above, r->place[ticket][1][m]) == start) return true;
    }
    return false;
}

/* The points and the number of a seat's tickets, completed or not (E2). */
static void score_tickets(const Rules *r, const State *s, int seat, SeatResult *result) {
    uint8_t above[MOST_NODES];
    join_network(r, s, seat, above);
    for (int n = 0; n < s->kept_size; n++) {
        if (s->keeper[n] != seat) continue;
        int ticket = s->kept[n], points = r->ticket_points[ticket];
        bool done = completes(r, above, ticket);
        result->tickets_kept++;
        result->tickets_completed += done;
        if (done) result->tickets_won += points;
        else result->tickets_lost += points;
    }
}

/* The longest path of some routes (E3). */
static int path_of_routes(const Rules *r, Mask routes) {
    Edge edges[MOST_EDGES];
    int size = 0;
    for (int w = 0; w < r->words; w++) {
        for (uint64_t left = routes.word[w]; left; left &= left - 1) {
            int route = 64 * w + lowest_bit(left);
            const uint8_t *ends = r->route_node[route];
            edges[size++] = (Edge){ends[0], ends[1], r->length[route]};
        }
    }
    return longest_path(edges, size, r->nodes);
}

/* What the seats compete for in a bonus. */
static int merit(const State *s, const SeatResult *result, Bonus bonus, int seat) {
    switch (bonus) {
        case LONGEST_PATH: return result->longest_path;
        case GLOBETROTTER: return result->tickets_completed;
        case DEPOTS_BONUS: return s->reserve[seat];
        default: return s->alvin_holder == (int8_t)seat;
    }
}

static int worth(const Rules *r, Bonus bonus) {
    switch (bonus) {
        case LONGEST_PATH: return LONGEST_PATH_BONUS;  /* E3 */
        case GLOBETROTTER: return r->globetrotter;     /* E4 */
        case DEPOTS_BONUS: return DEPOT_BONUS;         /* W8 */
        default: return ALVIN_POINTS;                  /* V4 */
    }
}

/* A bonus goes to every seat with the highest count, unless that is 0; stations are counted. */
static void award(const Rules *r, const State *s, int nth, SeatResult *results) {
    Bonus bonus = r->bonus[nth];
    int most = 0;
    if (bonus == STATIONS_BONUS) {
        for (int seat = 0; seat < s->seats; seat++)
            results[seat].bonus[nth] = STATION_POINTS * s->stations_left[seat];  /* X7 */
        return;
    }
    for (int seat = 0; seat < s->seats; seat++)
        most = at_least(most, merit(s, &results[seat], bonus, seat));
    for (int seat = 0; seat < s->seats; seat++)
        if (most && merit(s, &results[seat], bonus, seat) == most)
            results[seat].bonus[nth] = worth(r, bonus);
}

/* Whether one seat comes before another: by points, completed tickets, in Europe the fewest
   stations built, and the longest path (E5, X8). */
static bool is_better(const State *s, const SeatResult *results, int one, int other) {
    const SeatResult *a = &results[one], *b = &results[other];
    if (a->score != b->score) return a->score > b->score;
    if (a->tickets_completed != b->tickets_completed)
        return a->tickets_completed > b->tickets_completed;
    if (s->stations_left[one] != s->stations_left[other])
        return s->stations_left[one] > s->stations_left[other];
    return a->longest_path > b->longest_path;
}

/* The result of a game that has come to its end. */
static void score_game(const Rules *r, const State *s, SeatResult *results) {
    memset(results, 0, sizeof(SeatResult) * s->seats);
    for (int seat = 0; seat < s->seats; seat++) {
        results[seat].routes = s->scores[seat];
        results[seat].trains_left = s->trains[seat];
        results[seat].longest_path = path_of_routes(r, s->owned[seat]);
        score_tickets(r, s, seat, &results[seat]);
    }
    for (int bonus = 0; bonus < r->bonuses; bonus++) award(r, s, bonus, results);
    for (int seat = 0; seat < s->seats; seat++) {
        SeatResult *result = &results[seat];
        result->score = result->routes + result->tickets_won - result->tickets_lost;
        for (int bonus = 0; bonus < r->bonuses; bonus++) result->score += result->bonus[bonus];
    }
    for (int seat = 0; seat < s->seats; seat++) {
        results[seat].place = 1;
        for (int other = 0; other < s->seats; other++)
            results[seat].place += is_better(s, results, other, seat);
    }
}
