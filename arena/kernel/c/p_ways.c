/* Ways: the cheapest ways over a board, and a cheap network that joins tickets (planning/ways.py).

   Numbers are added up in the order of the Python there, so that both come to the very same. */

enum { MOST_PLANNED = MOST_TICKETS + MOST_OFFER };  /* tickets held and offered */

/* Nodes that count as one place. */
typedef struct { const uint8_t *node; int size; } Place;

/* What each route costs, infinitely much if it can't be used, and the one of each pair that ways go
   over. */
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
        costs->over[pair] = (uint8_t)best;
    }
}

static inline bool is_in(Place place, int node) {
    for (int n = 0; n < place.size; n++)
        if (place.node[n] == node) return true;
    return false;
}

/* The nodes that a search has seen and not yet left, with what it costs to get there. They lie side by
   side, so that the next one is found without a branch that nobody could foresee. */
typedef struct {
    double cost[MOST_NODES];
    uint8_t node[MOST_NODES], at[MOST_NODES];  /* `at`: by node, its place */
    int size;
} Waiting;

/* Take out the node that costs least, of equal ones the lowest. */
static int take_nearest(Waiting *waiting) {
    double least = waiting->cost[0];
    int best = MOST_NODES;
    for (int n = 1; n < waiting->size; n++) least = waiting->cost[n] < least ? waiting->cost[n] : least;
    for (int n = 0; n < waiting->size; n++) {
        int node = waiting->cost[n] == least ? waiting->node[n] : MOST_NODES;
        best = node < best ? node : best;
    }
    int at = waiting->at[best], last = --waiting->size;
    waiting->cost[at] = waiting->cost[last];
    waiting->node[at] = waiting->node[last];
    waiting->at[waiting->node[at]] = (uint8_t)at;
    return best;
}

/* Spread over the board from a place until a goal is reached: that node, or -1 if none is. Only
   ways that cost less than `most` count; `over` and `cost` are those of `Costs`. */
static int spread_out(const Rules *r, const uint8_t *over, const double *cost, Place starts,
                      Place goals, double most, Far *far) {
    const Roads *roads = r->roads;
    Waiting waiting;
    waiting.size = 0;
    for (int node = 0; node < r->nodes; node++) far->cost[node] = most;
    for (int n = 0; n < starts.size; n++) {
        int node = starts.node[n];
        if (far->cost[node] == 0.0) continue;
        waiting.cost[waiting.size] = far->cost[node] = 0.0;
        waiting.node[waiting.size] = (uint8_t)node;
        waiting.at[node] = (uint8_t)waiting.size++;
        far->pair[node] = NO_PAIR;
    }
    while (waiting.size) {
        int node = take_nearest(&waiting);
        if (is_in(goals, node)) return node;
        double here = far->cost[node];
        for (int n = 0; n < roads->degree[node]; n++) {
            int pair = roads->pair_at[node][n], next = roads->next_at[node][n];
            double total = here + cost[over[pair]];
            if (!(total < far->cost[next])) continue;
            if (far->cost[next] == most) {  /* seen for the first time */
                waiting.node[waiting.size] = (uint8_t)next;
                waiting.at[next] = (uint8_t)waiting.size++;
            }
            waiting.cost[waiting.at[next]] = far->cost[next] = total;
            far->pair[next] = (uint8_t)pair;
            far->before[next] = (uint8_t)node;
        }
    }
    return -1;
}

/* How far every node is from a place, up to `most`: the very numbers that `spread_out` finds, but
   sooner, since no node has to wait for a nearer one. */
static void measure_all(const Rules *r, const Costs *costs, Place starts, double most, double *far) {
    const Roads *roads = r->roads;
    enum { RING = 256 };
    uint8_t ring[RING];
    bool waits[MOST_NODES] = {false};
    uint8_t from = 0, to = 0;
    for (int node = 0; node < r->nodes; node++) far[node] = most;
    for (int n = 0; n < starts.size; n++) {
        if (!waits[starts.node[n]]) ring[to++] = starts.node[n];
        waits[starts.node[n]] = true;
        far[starts.node[n]] = 0.0;
    }
    while (from != to) {
        int node = ring[from++];
        waits[node] = false;
        for (int n = 0; n < roads->degree[node]; n++) {
            int over = costs->over[roads->pair_at[node][n]], next = roads->next_at[node][n];
            double total = far[node] + costs->cost[over];
            if (!(total < far[next])) continue;
            far[next] = total;
            if (!waits[next]) ring[to++] = (uint8_t)next;
            waits[next] = true;
        }
    }
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
    for (; far.pair[node] != NO_PAIR; node = far.before[node]) {
        int route = costs->over[far.pair[node]];
        if (left[route] != 0.0) mask_put(&joined->routes, route);
    }
    return true;
}

/* Networks that were made already for some tickets in an order, by that order: plans are made for many
   sets of the same tickets, and begin alike. */
enum { KNOWN = 64, LONGEST_KEY = 8 };
typedef struct {
    uint64_t key[KNOWN];  /* a ticket in each byte, counted from 1; 0 in an empty place */
    Joined joined[KNOWN];
    bool there[KNOWN];
} Networks;

static void forget_networks(Networks *networks) {
    memset(networks->key, 0, sizeof networks->key);
}

/* A network made ticket by ticket; false if there is no way for one. */
static bool join_in_order(const Rules *r, const Costs *costs, Networks *networks,
                          const uint8_t *tickets, int size, Joined *joined) {
    *joined = (Joined){0};
    if (!size) return true;
    if (size > LONGEST_KEY)
        return join_in_order(r, costs, networks, tickets, size - 1, joined)
            && join_ticket(r, costs, tickets[size - 1], joined);
    uint64_t key = 0;
    for (int n = 0; n < size; n++) key = key << 8 | (uint64_t)(tickets[n] + 1);
    int place = (int)(key * 0x9e3779b97f4a7c15u >> 58);
    if (networks->key[place] != key) {
        bool there = join_in_order(r, costs, networks, tickets, size - 1, joined)
            && join_ticket(r, costs, tickets[size - 1], joined);
        networks->key[place] = key;
        networks->joined[place] = *joined;
        networks->there[place] = there;
    }
    *joined = networks->joined[place];
    return networks->there[place];
}

/* Try all orders of the tickets after those that are set, and keep the cheapest network, the first of
   equal ones; false if there is no way for a ticket. */
static bool try_orders(const Rules *r, const Costs *costs, Networks *networks,
                       const uint8_t *tickets, int size, uint8_t *order, int set, Joined *best) {
    if (set == size) {
        Joined joined;
        if (!join_in_order(r, costs, networks, order, size, &joined)) return false;
        if (joined.cost < best->cost) *best = joined;
        return true;
    }
    for (int n = 0; n < size; n++) {
        if (memchr(order, tickets[n], (size_t)set)) continue;
        order[set] = tickets[n];
        if (!try_orders(r, costs, networks, tickets, size, order, set + 1, best)) return false;
    }
    return true;
}

enum { FEW_JOINS = 3 };  /* up to so many are tried in every order */

/* The tickets by what each costs alone, the cheapest first and equal ones in their order. */
static bool rank_tickets(const Rules *r, const Costs *costs, Networks *networks,
                         const uint8_t *tickets, int size, uint8_t *ranked) {
    double alone[MOST_PLANNED];
    for (int n = 0; n < size; n++) {
        Joined joined;
        if (!join_in_order(r, costs, networks, tickets + n, 1, &joined)) return false;
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
static bool join_all(const Rules *r, const Costs *costs, Networks *networks,
                     const uint8_t *tickets, int size, Joined *best) {
    uint8_t ranked[MOST_PLANNED], order[MOST_PLANNED];
    Joined joined;
    best->cost = INFINITY;
    if (size <= FEW_JOINS)
        return try_orders(r, costs, networks, tickets, size, order, 0, best);
    if (!rank_tickets(r, costs, networks, tickets, size, ranked)) return false;
    for (int cut = 0; cut < size + 2; cut += 2) {  /* its rotations, and the dear ones first */
        bool last = cut >= size;
        for (int n = 0; n < size; n++)
            order[n] = last ? ranked[size - 1 - n] : ranked[(cut + n) % size];
        if (!join_in_order(r, costs, networks, order, size, &joined)) return false;
        if (joined.cost < best->cost) *best = joined;
        if (last) break;
    }
    return true;
}
