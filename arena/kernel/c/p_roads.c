/* Roads: the pairs of nodes that routes join, worked out once for the rules of a board. */

enum { NO_PAIR = 255 };

/* The pairs in the order of their first routes, each with its routes; and the pairs at each node. */
struct Roads {
    int pairs;
    uint8_t node[MOST_ROUTES][2], routes[MOST_ROUTES], route[MOST_ROUTES][MOST_SEATS];
    uint8_t degree[MOST_NODES], pair_at[MOST_NODES][MOST_NODES], next_at[MOST_NODES][MOST_NODES];
    bool fits;
};

/* Note a pair at one of its nodes. */
static void add_pair_at(Roads *roads, int node, int next, int pair) {
    roads->next_at[node][roads->degree[node]] = (uint8_t)next;
    roads->pair_at[node][roads->degree[node]++] = (uint8_t)pair;
}

static Roads *new_roads(const Rules *r) {
    Roads *roads = PyMem_RawCalloc(1, sizeof(Roads));
    if (!roads) return NULL;
    roads->fits = true;
    for (int route = 0; route < r->routes; route++) {
        int a = r->route_node[route][0], b = r->route_node[route][1], pair = 0;
        if (a > b) { int c = a; a = b; b = c; }
        while (pair < roads->pairs && (roads->node[pair][0] != a || roads->node[pair][1] != b)) pair++;
        if (pair == roads->pairs) {
            roads->node[roads->pairs][0] = (uint8_t)a;
            roads->node[roads->pairs++][1] = (uint8_t)b;
            add_pair_at(roads, a, b, pair);
            add_pair_at(roads, b, a, pair);
        }
        if (roads->routes[pair] == MOST_SEATS) roads->fits = false;
        else roads->route[pair][roads->routes[pair]++] = (uint8_t)route;
    }
    return roads;
}
