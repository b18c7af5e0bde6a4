/* E3: the exact longest path of one seat's routes, a trail that uses no route twice.

   As in referee/longest_path.py, branches are pulled in first: a path enters a branch only to end
   there. What is left is searched from every city; where that takes too many steps, a frontier
   sweeps over the network instead, edge by edge, and keeps the best of equal states. */

enum {
    MOST_EDGES = 64,
    MOST_POINTS = 2 * MOST_EDGES,  /* nodes of what is left, with those of branches */
    MOST_STEPS_OF_SEARCH = 100,
    MOST_OPEN = 16,                /* cities of a frontier */
    LONG = 63,                     /* edges of this length and more count as equal in a bound */
};

typedef struct { int a, b, length; } Edge;

typedef struct {
    int size, points, total;
    Edge edges[MOST_EDGES];
} Network;

/* Bookkeeping of a search: `best` is the longest path so far. Branches are no edges of it, but
   lengths that a path may begin and end with: the two longest at each point. */
typedef struct {
    const Network *network;
    int best, steps, most_steps, start, most_branch, loops;
    int most;  /* that a path from the start, and branches at both ends, can be */
    int longest[MOST_POINTS], second[MOST_POINTS];
    uint8_t degree[MOST_POINTS], at[MOST_POINTS][MOST_EDGES];
} Search;

/* Go on from a point by every edge that is not used; false if it takes too many steps. */
static bool search_from(Search *search, int point, uint64_t used, int length, int left) {
    int branch = point == search->start ? search->second[point] : search->longest[point];
    if (length + branch > search->best) search->best = length + branch;
    if (++search->steps > search->most_steps) return false;
    for (int n = 0; n < search->degree[point]; n++) {
        if (at_most(length + left + search->most_branch, search->most) <= search->best) return true;
        int edge = search->at[point][n];
        if (used >> edge & 1) continue;
        const Edge *e = &search->network->edges[edge];
        uint64_t now = used | (uint64_t)1 << edge;
        if (!search_from(search, e->a + e->b - point, now, length + e->length, left - e->length))
            return false;
    }
    return true;
}

/* Set a branch apart from the edges of a search. */
static void add_branch(Search *search, int point, int length) {
    if (length > search->longest[point]) {
        search->second[point] = search->longest[point];
        search->longest[point] = length;
    } else if (length > search->second[point]) {
        search->second[point] = length;
    }
    search->most_branch = at_least(search->most_branch, length);
}

/* The least that any path leaves out of the loops: all but two odd points lack an edge. */
static int least_left_out(const Search *search) {
    const Network *network = search->network;
    int odd = 0, left_out = 0;
    uint8_t number[LONG + 1] = {0};  /* of edges, by their length */
    for (int point = 0; point < network->points; point++) odd += search->degree[point] & 1;
    for (int point = 0; point < network->points; point++)
        for (int n = 0; n < search->degree[point]; n++)
            number[at_most(network->edges[search->at[point][n]].length, LONG)]++;  /* at both ends */
    for (int length = 0; odd > 2; odd -= 2) {
        while (number[length] < 2) length++;
        number[length] -= 2;
        left_out += length;
    }
    return left_out;
}

/* Set up a search: edges to points without any other edge are branches. */
static void begin_search(Search *search, const Network *network) {
    uint8_t degree[MOST_POINTS] = {0};
    for (int n = 0; n < network->size; n++) {
        degree[network->edges[n].a]++;
        degree[network->edges[n].b]++;
    }
    for (int point = 0; point < network->points; point++)
        search->longest[point] = search->second[point] = search->degree[point] = 0;
    search->steps = search->most_branch = search->loops = 0;
    for (int n = 0; n < network->size; n++) {
        const Edge *e = &network->edges[n];
        if (degree[e->a] == 1) add_branch(search, e->b, e->length);
        else if (degree[e->b] == 1) add_branch(search, e->a, e->length);
        else {
            search->at[e->a][search->degree[e->a]++] = (uint8_t)n;
            search->at[e->b][search->degree[e->b]++] = (uint8_t)n;
            search->loops += e->length;
        }
    }
}

/* Search all paths of a network from all points; false if that takes too many steps. */
static bool search_paths(const Network *network, int *best, int most_steps) {
    Search search;
    search.network = network;
    search.best = *best;
    search.most_steps = most_steps;
    begin_search(&search, network);
    int most = search.loops - least_left_out(&search) + search.most_branch;
    bool done = true;
    for (int point = 0; point < network->points && done; point++) {
        int branch = search.longest[point];
        search.start = point;
        search.most = most + branch;
        if (search.degree[point] && search.most > search.best)
            done = search_from(&search, point, 0, branch, search.loops);
    }
    *best = search.best;
    return done;
}

/* The state of a frontier: which open cities the kept edges join, and what they lack. */
typedef struct {
    uint64_t pieces;    /* four bits for each open city: the number of its piece, 0 for none */
    uint32_t odd;       /* the open cities with an odd number of kept edges */
    int32_t ends, kept; /* the ends that may still come, and the length kept */
} Front;

/* The states of a step: a table of fronts that are found by what they show. */
typedef struct { Front *fronts; int *slots; int size, room; } Fronts;

static bool make_fronts(Fronts *fronts, int room) {
    fronts->fronts = malloc(sizeof(Front) * (size_t)room);
    fronts->slots = malloc(sizeof(int) * 2 * (size_t)room);
    fronts->size = 0;
    fronts->room = room;
    if (!fronts->fronts || !fronts->slots) return false;
    memset(fronts->slots, 0xff, sizeof(int) * 2 * (size_t)room);
    return true;
}

static void free_fronts(Fronts *fronts) {
    free(fronts->fronts);
    free(fronts->slots);
}

/* Where a front is in the table, or where it would go. */
static int *slot_of(const Fronts *fronts, const Front *front) {
    uint64_t hash = front->pieces * 0x9e3779b97f4a7c15u ^ front->odd ^ (uint64_t)front->ends << 20;
    hash *= 0xbf58476d1ce4e5b9u;
    for (int at = (int)(hash >> 33) & (2 * fronts->room - 1);; at = (at + 1) & (2 * fronts->room - 1)) {
        int n = fronts->slots[at];
        if (n < 0) return &fronts->slots[at];
        const Front *there = &fronts->fronts[n];
        if (there->pieces == front->pieces && there->odd == front->odd && there->ends == front->ends)
            return &fronts->slots[at];
    }
}

static bool grow_fronts(Fronts *fronts) {
    Fronts larger;
    if (fronts->room > 1 << 26 || !make_fronts(&larger, 2 * fronts->room)) return false;
    for (int n = 0; n < fronts->size; n++) {
        *slot_of(&larger, &fronts->fronts[n]) = n;
        larger.fronts[n] = fronts->fronts[n];
    }
    larger.size = fronts->size;
    free_fronts(fronts);
    *fronts = larger;
    return true;
}

/* Add a front, or improve the equal one that is there. */
static bool add_front(Fronts *fronts, const Front *front) {
    if (fronts->size == fronts->room && !grow_fronts(fronts)) return false;
    int *slot = slot_of(fronts, front);
    if (*slot < 0) {
        *slot = fronts->size;
        fronts->fronts[fronts->size++] = *front;
    } else if (fronts->fronts[*slot].kept < front->kept) {
        fronts->fronts[*slot].kept = front->kept;
    }
    return true;
}

static inline int piece_at(uint64_t pieces, int city) { return (int)(pieces >> 4 * city & 15); }

/* The same four bits for every city. */
static inline uint64_t for_all(int piece) { return (uint64_t)piece * 0x1111111111111111u; }

static inline uint64_t bits_of(int city) { return (uint64_t)15 << 4 * city; }

/* The bits of all cities of a piece. */
static inline uint64_t cities_of(uint64_t pieces, int piece) {
    uint64_t differing = pieces ^ for_all(piece);
    differing |= differing >> 2;
    return (~(differing | differing >> 1) & for_all(1)) * 15;
}

/* Number the pieces in the order of their cities, so that equal fronts look equal. */
static uint64_t in_order(uint64_t pieces) {
    uint64_t ordered = 0;
    for (int number = 1; pieces; number++) {
        uint64_t cities = cities_of(pieces, piece_at(pieces, lowest_bit(pieces) / 4));
        ordered |= cities & for_all(number);
        pieces &= ~cities;
    }
    return ordered;
}

/* Keep the edge between two open cities. */
static void keep_edge(Front *front, int a, int b, int length) {
    int from = piece_at(front->pieces, a), to = piece_at(front->pieces, b);
    int piece = from ? from : to;
    uint64_t joined = bits_of(a) | bits_of(b);
    if (from) joined |= cities_of(front->pieces, from);
    if (to) joined |= cities_of(front->pieces, to);
    if (!piece)  /* a number that no piece has: there are never more pieces than half the cities */
        for (piece = 1; cities_of(front->pieces, piece);) piece++;
    front->pieces = (front->pieces & ~joined) | (for_all(piece) & joined);
    front->odd ^= 1u << a ^ 1u << b;
    front->kept += length;
}

/* Close a city; returns whether the front can still become a path. A finished path counts. */
static bool close_city(Front *front, int city, int *best) {
    int piece = piece_at(front->pieces, city);
    if (!piece) return true;
    if (front->odd >> city & 1 && --front->ends < 0) return false;  /* a third end */
    front->odd &= ~(1u << city);
    front->pieces &= ~bits_of(city);
    if (cities_of(front->pieces, piece)) return true;
    if (!front->pieces && front->kept > *best) *best = front->kept;
    return false;  /* finished: alone it is the path, beside another piece none */
}

/* One edge of the sweep, with cities as the places of a frontier. */
typedef struct { int a, b, length, closes[2], closing; } Step;

/* Open a city: each city beside it opens one fewer if it closes. */
static void open_city(const Network *network, int city, bool *open, int *grows) {
    if (open[city]) return;
    open[city] = true;
    grows[city]--;  /* of equals, an open city closes first */
    for (int n = 0; n < network->size; n++) {
        const Edge *e = &network->edges[n];
        if (e->a == city || e->b == city) grows[e->a + e->b - city] -= 2;
    }
}

/* The order in which the cities close: each time the one that opens the fewest others. */
static void closing_order(const Network *network, int *rank) {
    bool open[MOST_POINTS] = {false};
    int grows[MOST_POINTS] = {0};
    for (int n = 0; n < network->size; n++) {
        grows[network->edges[n].a] += 2;
        grows[network->edges[n].b] += 2;
    }
    for (int point = 0; point < network->points; point++) rank[point] = -1;
    for (int place = 0; place < network->points; place++) {
        int closing = -1;
        for (int point = 0; point < network->points; point++)
            if (rank[point] < 0 && (closing < 0 || grows[point] < grows[closing])) closing = point;
        rank[closing] = place;
        open_city(network, closing, open, grows);
        for (int n = 0; n < network->size; n++) {
            const Edge *e = &network->edges[n];
            if (e->a == closing || e->b == closing)
                open_city(network, e->a + e->b - closing, open, grows);
        }
    }
}

/* The steps of the sweep; false if the frontier would be too wide. */
static bool plan_sweep(const Network *network, Step *steps) {
    int rank[MOST_POINTS], order[MOST_EDGES], last[MOST_POINTS], place[MOST_POINTS], size = 0;
    uint32_t taken = 0;
    closing_order(network, rank);
    for (int closing = 0; closing < network->points; closing++) {
        for (int n = 0; n < network->size; n++) {
            const Edge *e = &network->edges[n];
            if (at_most(rank[e->a], rank[e->b]) == closing) order[size++] = n;
        }
    }
    for (int at = 0; at < size; at++) {
        const Edge *e = &network->edges[order[at]];
        last[e->a] = last[e->b] = at;
    }
    for (int point = 0; point < network->points; point++) place[point] = -1;
    for (int at = 0; at < size; at++) {
        const Edge *e = &network->edges[order[at]];
        int ends[2] = {e->a, e->b};
        for (int n = 0; n < 2; n++) {
            if (place[ends[n]] >= 0) continue;
            int free_place = 0;
            while (taken >> free_place & 1) free_place++;
            if (free_place >= MOST_OPEN) return false;
            taken |= 1u << free_place;
            place[ends[n]] = free_place;
        }
        steps[at] = (Step){.a = place[e->a], .b = place[e->b], .length = e->length};
        for (int n = 0; n < 2; n++) {
            if (last[ends[n]] != at) continue;
            steps[at].closes[steps[at].closing++] = place[ends[n]];
            taken &= ~(1u << place[ends[n]]);
        }
    }
    return true;
}

/* Add a front after a step, unless it is finished or can't become better than the best. */
static bool follow_front(Fronts *after, Front front, const Step *step, int to_come, int *best) {
    for (int n = 0; n < step->closing; n++)
        if (!close_city(&front, step->closes[n], best)) return true;
    if (front.kept + to_come <= *best) return true;
    front.pieces = in_order(front.pieces);
    return add_front(after, &front);
}

/* The longest path by frontiers; false if there is no room for that. */
static bool sweep(const Network *network, int *best) {
    Step steps[MOST_EDGES];
    Fronts now, after;
    int to_come = network->total;
    if (!plan_sweep(network, steps)) return false;
    if (!make_fronts(&now, 64)) return free_fronts(&now), false;
    Front nothing = {0, 0, 2, 0};
    bool fits = add_front(&now, &nothing);
    for (int at = 0; at < network->size && fits; at++) {
        fits = make_fronts(&after, 64);
        to_come -= steps[at].length;
        for (int n = 0; n < now.size && fits; n++) {
            Front kept = now.fronts[n];
            keep_edge(&kept, steps[at].a, steps[at].b, steps[at].length);
            fits = follow_front(&after, kept, &steps[at], to_come, best)
                && follow_front(&after, now.fronts[n], &steps[at], to_come, best);
        }
        free_fronts(&now);
        now = after;
    }
    free_fronts(&now);
    return fits;
}

/* The longest path of a connected network, if it is longer than the best so far. */
static int longest_in(const Network *network, int best) {
    uint8_t degree[MOST_POINTS] = {0};
    int odd = 0;
    for (int n = 0; n < network->size; n++) {
        degree[network->edges[n].a]++;
        degree[network->edges[n].b]++;
    }
    for (int point = 0; point < network->points; point++) odd += degree[point] & 1;
    if (odd <= 2) return network->total;  /* Euler: one path takes every edge */
    if (!search_paths(network, &best, MOST_STEPS_OF_SEARCH) && !sweep(network, &best))
        search_paths(network, &best, INT32_MAX);
    return best;
}

/* Make one edge of two where nothing else is: the longest path takes both or none, since one that
   ended between them could go on. Returns how many edges are left. */
static int join_chains(Edge *edges, int size, int nodes, uint8_t *degree, const int16_t *branch) {
    for (int node = 0; node < nodes; node++) {
        if (degree[node] != 2 || branch[node]) continue;
        int one = 0, other = size - 1;
        while (edges[one].a != node && edges[one].b != node) one++;
        while (edges[other].a != node && edges[other].b != node) other--;
        if (one == other) continue;  /* a ring that is joined to nothing */
        edges[one] = (Edge){edges[one].a + edges[one].b - node, edges[other].a + edges[other].b - node,
                            edges[one].length + edges[other].length};
        edges[other] = edges[--size];
        degree[node] = 0;
    }
    return size;
}

/* Pull in the branches: returns the longest path within them, and leaves the rest in `edges`. */
static int pull_in_branches(Edge *edges, int *size, int *nodes) {
    uint8_t degree[MOST_NODES + MOST_EDGES] = {0}, single[MOST_NODES] = {0};
    int16_t longest[MOST_NODES] = {0}, second[MOST_NODES] = {0};
    bool gone[MOST_EDGES] = {false};
    int best = 0, left = 0, before = *nodes;
    for (int n = 0; n < *size; n++) {
        degree[edges[n].a]++, degree[edges[n].b]++;
        single[edges[n].a] ^= (uint8_t)n, single[edges[n].b] ^= (uint8_t)n;
    }
    for (int start = 0; start < before; start++) {
        for (int node = start; degree[node] == 1;) {
            int n = single[node], length = edges[n].length + longest[node];
            gone[n] = true;
            degree[node] = 0;
            node = edges[n].a + edges[n].b - node;
            degree[node]--;
            single[node] ^= (uint8_t)n;
            best = at_least(best, longest[node] + length);
            if (length > longest[node]) second[node] = longest[node], longest[node] = (int16_t)length;
            else if (length > second[node]) second[node] = (int16_t)length;
        }
    }
    for (int n = 0; n < *size; n++)
        if (!gone[n]) edges[left++] = edges[n];
    left = join_chains(edges, left, before, degree, longest);
    for (int node = 0; node < before && left; node++) {
        if (degree[node] && longest[node]) edges[left++] = (Edge){node, (*nodes)++, longest[node]};
        if (degree[node] && second[node]) edges[left++] = (Edge){node, (*nodes)++, second[node]};
    }
    *size = left;
    return best;
}

/* Take the edges that are connected with the first one out of `edges`, as a network of its own. */
static void take_component(Edge *edges, int *size, int nodes, Network *network) {
    int16_t point[MOST_NODES + MOST_EDGES];
    bool taken[MOST_EDGES] = {false}, grown = true;
    int left = 0;
    for (int node = 0; node < nodes; node++) point[node] = -1;
    network->size = network->points = network->total = 0;
    point[edges[0].a] = (int16_t)network->points++;
    while (grown) {
        grown = false;
        for (int n = 0; n < *size; n++) {
            int a = edges[n].a, b = edges[n].b;
            if (taken[n] || (point[a] < 0 && point[b] < 0)) continue;
            if (point[a] < 0) point[a] = (int16_t)network->points++;
            if (point[b] < 0) point[b] = (int16_t)network->points++;
            network->edges[network->size++] = (Edge){point[a], point[b], edges[n].length};
            network->total += edges[n].length;
            taken[n] = grown = true;
        }
    }
    for (int n = 0; n < *size; n++)
        if (!taken[n]) edges[left++] = edges[n];
    *size = left;
}

/* The greatest length of a path that may pass a node again, but no edge twice. */
static int longest_path(Edge *edges, int size, int nodes) {
    int best = pull_in_branches(edges, &size, &nodes);
    while (size) {
        Network network;
        take_component(edges, &size, nodes, &network);
        if (network.total > best) best = longest_in(&network, best);
    }
    return best;
}
