/* Ways: the cheapest ways over a board, and a cheap network that joins tickets (planning/ways.py).

   Numbers are added up in the order of the Python there, so that both come to the very same. */

/* Nodes that count as one place. */
typedef struct { const uint8_t *node; int size; } Place;

/* What each route costs, and the one of each pair that ways go over: `NO_ROUTE` if none does. */
typedef struct { double cost[MOST_ROUTES]; uint8_t over[MOST_ROUTES]; } Costs;

/* How far each node is, and the place in its list of the step that leads back. */
typedef struct { double cost[MOST_NODES]; uint8_t pair[MOST_NODES], before[MOST_NODES]; } Far;

/* A network: what it costs, and the routes to pay for. */
typedef struct { double cost; Mask routes; } Joined;

static inline Place place_of(const Rules *r, int ticket, int end) {
    return (Place){r->place[ticket][end], r->places[ticket][end]};
}

/* Let ways go over the cheapest route of each pair, the first of equal ones. */
static void choose_routes(const Rules *r, Costs *costs) {
    const Roads *roads = r->roads;
    for (int pair = 0; pair < roads->pairs; pair++) {
        int best = roads->route[pair][0];
        for (int n = 1; n < roads->routes[pair]; n++)
            if (costs->cost[roads->route[pair][n]] < costs->cost[best]) best = roads->route[pair][n];
        costs->over[pair] = (uint8_t)(costs->cost[best] < INFINITY ? best : NO_ROUTE);
    }
}

static inline bool is_in(Place place, int node) {
    for (int n = 0; n < place.size; n++)
        if (place.node[n] == node) return true;
    return false;
}

/* Spread over the board from a place until a goal is reached: that node, or -1 if none is. Only
   ways that cost less than `most` count; `over` and `cost` are those of `Costs`. */
static int spread_out(const Rules *r, const uint8_t *over, const double *cost, Place starts,
                      Place goals, double most, Far *far) {
    const Roads *roads = r->roads;
    uint8_t open[MOST_NODES];
    bool waits[MOST_NODES] = {false};
    int size = 0;
    for (int node = 0; node < r->nodes; node++) far->cost[node] = most;
    for (int n = 0; n < starts.size; n++) {
        int node = starts.node[n];
        if (!waits[node]) open[size++] = (uint8_t)node;
        waits[node] = true;
        far->cost[node] = 0.0;
        far->pair[node] = NO_ROUTE;
    }
    while (size) {
        int at = 0;
        for (int n = 1; n < size; n++)  /* of equal ones the lowest node */
            if (far->cost[open[n]] < far->cost[open[at]]
                || (far->cost[open[n]] == far->cost[open[at]] && open[n] < open[at])) at = n;
        int node = open[at];
        open[at] = open[--size];
        waits[node] = false;
        if (is_in(goals, node)) return node;
        for (int n = 0; n < roads->degree[node]; n++) {
            int pair = roads->pair_at[node][n], next = roads->next_at[node][n];
            if (over[pair] == NO_ROUTE) continue;
            double total = far->cost[node] + cost[over[pair]];
            if (!(total < far->cost[next])) continue;
            if (!waits[next]) open[size++] = (uint8_t)next;
            waits[next] = true;
            far->cost[next] = total;
            far->pair[next] = (uint8_t)pair;
            far->before[next] = (uint8_t)node;
        }
    }
    return -1;
}

/* The cost of the cheapest way between two places; infinite if there is none below `most`. */
static double cheapest(const Rules *r, const Costs *costs, Place starts, Place goals, double most) {
    Far far;
    int node = spread_out(r, costs->over, costs->cost, starts, goals, most, &far);
    return node < 0 ? INFINITY : far.cost[node];
}

/* Join one more ticket to a network, whose routes are free for it; false if there is no way. */
static bool join_ticket(const Rules *r, const Costs *costs, int ticket, Joined *joined) {
    Far far;
    double left[MOST_ROUTES];
    memcpy(left, costs->cost, sizeof left);
    for (int w = 0; w < r->words; w++)
        for (uint64_t routes = joined->routes.word[w]; routes; routes &= routes - 1)
            left[64 * w + lowest_bit(routes)] = 0.0;
    int node = spread_out(r, costs->over, left, place_of(r, ticket, 0), place_of(r, ticket, 1),
                          INFINITY, &far);
    if (node < 0) return false;
    joined->cost += far.cost[node];
    for (; far.pair[node] != NO_ROUTE; node = far.before[node]) {
        int route = costs->over[far.pair[node]];
        if (left[route] != 0.0) mask_put(&joined->routes, route);
    }
    return true;
}

/* A network made ticket by ticket. */
static bool join_in_order(const Rules *r, const Costs *costs, const uint8_t *tickets, int size,
                          Joined *joined) {
    *joined = (Joined){0};
    for (int n = 0; n < size; n++)
        if (!join_ticket(r, costs, tickets[n], joined)) return false;
    return true;
}

/* Try all orders of the tickets that are not joined yet, and keep the cheapest network, the first
   of equal ones; false if there is no way for a ticket. */
static bool try_orders(const Rules *r, const Costs *costs, const uint8_t *tickets, int size,
                       unsigned left, const Joined *joined, Joined *best) {
    if (!left) {
        if (joined->cost < best->cost) *best = *joined;
        return true;
    }
    for (int n = 0; n < size; n++) {
        if (!(left >> n & 1)) continue;
        Joined more = *joined;
        if (!join_ticket(r, costs, tickets[n], &more)
            || !try_orders(r, costs, tickets, size, left ^ 1u << n, &more, best)) return false;
    }
    return true;
}

enum { FEW_JOINS = 3 };  /* up to so many are tried in every order */

/* The tickets by what each costs alone, the cheapest first and equal ones in their order. */
static bool rank_tickets(const Rules *r, const Costs *costs, const uint8_t *tickets, int size,
                         uint8_t *ranked) {
    double alone[MOST_TICKETS];
    for (int n = 0; n < size; n++) {
        Joined joined = {0};
        if (!join_ticket(r, costs, tickets[n], &joined)) return false;
        int at = n;
        for (; at && joined.cost < alone[at - 1]; at--) {
            alone[at] = alone[at - 1];
            ranked[at] = ranked[at - 1];
        }
        alone[at] = joined.cost;
        ranked[at] = tickets[n];
    }
    return true;
}

/* A cheap network for all tickets, the best of several orders; false if there is no way for one. */
static bool join_all(const Rules *r, const Costs *costs, const uint8_t *tickets, int size,
                     Joined *best) {
    uint8_t ranked[MOST_TICKETS], order[MOST_TICKETS];
    Joined joined = {0};
    best->cost = INFINITY;
    if (size <= FEW_JOINS)
        return try_orders(r, costs, tickets, size, (1u << size) - 1, &joined, best);
    if (!rank_tickets(r, costs, tickets, size, ranked)) return false;
    for (int cut = 0; cut < size + 2; cut += 2) {  /* its rotations, and the dear ones first */
        bool last = cut >= size;
        for (int n = 0; n < size; n++)
            order[n] = last ? ranked[size - 1 - n] : ranked[(cut + n) % size];
        if (!join_in_order(r, costs, order, size, &joined)) return false;
        if (joined.cost < best->cost) *best = joined;
        if (last) break;
    }
    return true;
}
