/* Which routes a seat would claim for its tickets, as an array (arena/planning/arrays/ways.py).

   The very same plan as there: whole numbers for costs, and of two nodes at the same cost the one
   with the lower number first. */

enum { FAR = 1 << 28, MOST_JOINS = 64 };
enum { COST_ROUTE = 250, COST_TRAIN = 278, COST_HELD = -73, COST_CARD = 208, COST_POINT = -100,
       COST_LEAST = 25 };  /* as in ways.py */

/* A seat's way of looking at the board: the route it would use for each pair of nodes, and its
   cost, which is nothing for routes that it owns or plans. */
typedef struct {
    const Rules *r;
    const Roads *roads;
    uint8_t route[MOST_ROUTES];
    int cost[MOST_ROUTES];
    int trains;
} Country;

/* A plan: the routes to claim, the trains they take, and the tickets that are left out, as bits. */
typedef struct { Mask routes; int trains; uint64_t left_out; } Plan;

/* What a route costs the seat: nothing if owned, too much if it can't be claimed. */
static int cost_of(const Rules *r, const State *s, int me, int most, int route) {
    if (mask_has(&s->owned[me], route)) return 0;
    int length = r->length[route];
    if (!mask_has(&s->open_to[me], route) || length > s->trains[me]) return FAR;
    int cards = r->color[route] == GRAY ? most : s->hands[me][r->color[route]];
    int cost = COST_ROUTE + COST_TRAIN * length + COST_POINT * r->points[route]
        + at_least(COST_HELD * cards, -COST_CARD * length);
    return at_least(cost, COST_LEAST * length);
}

/* Look over the board: of parallel routes the cheapest, the first of equal ones. */
static void survey(const Rules *r, const Roads *roads, const State *s, int me, Country *country) {
    int most = 0;
    for (int color = 0; color < COLORS; color++) most = at_least(most, s->hands[me][color]);
    country->r = r;
    country->roads = roads;
    country->trains = s->trains[me];
    for (int pair = 0; pair < roads->pairs; pair++) {
        country->cost[pair] = FAR + 1;
        for (int n = 0; n < roads->routes[pair]; n++) {
            int route = roads->route[pair][n], cost = cost_of(r, s, me, most, route);
            if (cost >= country->cost[pair]) continue;
            country->cost[pair] = cost;
            country->route[pair] = (uint8_t)route;
        }
    }
}

/* Find the cheapest way for a ticket; returns the node where it ends, or -1 without a way. */
static int find_way(const Country *c, int ticket, uint8_t *came_by) {
    const Rules *r = c->r;
    const Roads *roads = c->roads;
    int best[MOST_NODES];
    bool done[MOST_NODES] = {false}, goal[MOST_NODES] = {false};
    for (int node = 0; node < r->nodes; node++) best[node] = FAR, came_by[node] = BLIND;
    for (int n = 0; n < r->places[ticket][0]; n++) best[r->place[ticket][0][n]] = 0;
    for (int n = 0; n < r->places[ticket][1]; n++) goal[r->place[ticket][1][n]] = true;
    while (true) {
        int node = -1;
        for (int other = 0; other < r->nodes; other++)
            if (!done[other] && best[other] < FAR && (node < 0 || best[other] < best[node]))
                node = other;
        if (node < 0 || goal[node]) return node;
        done[node] = true;
        for (int n = 0; n < roads->degree[node]; n++) {
            int pair = roads->pair_at[node][n], other = roads->next_at[node][n];
            if (c->cost[pair] >= FAR || best[node] + c->cost[pair] >= best[other]) continue;
            best[other] = best[node] + c->cost[pair];
            came_by[other] = (uint8_t)pair;
        }
    }
}

/* Add the way that leads to a node to a plan; false, and nothing is added, if trains lack. */
static bool add_way(Country *c, int node, const uint8_t *came_by, Plan *plan) {
    uint8_t pairs[MOST_NODES];
    int size = 0, trains = plan->trains;
    while (came_by[node] != BLIND) {
        int pair = came_by[node];
        if (c->cost[pair]) {
            pairs[size++] = (uint8_t)pair;
            trains += c->r->length[c->route[pair]];
        }
        node = c->roads->node[pair][0] == node ? c->roads->node[pair][1] : c->roads->node[pair][0];
    }
    if (trains > c->trains) return false;
    for (int n = 0; n < size; n++) {
        mask_put(&plan->routes, c->route[pairs[n]]);
        c->cost[pairs[n]] = 0;
    }
    plan->trains = trains;
    return true;
}

/* The plan for some tickets, the one with the most points first. */
static Plan plan_for(const Country *country, const uint8_t *tickets, int size) {
    Country c = *country;
    Plan plan = {{{0}}, 0, 0};
    uint64_t planned = 0;
    for (int step = 0; step < size; step++) {
        int next = -1;
        uint8_t came_by[MOST_NODES];
        for (int n = 0; n < size; n++) {
            if (planned >> n & 1) continue;
            if (next < 0) next = n;
            int more = c.r->ticket_points[tickets[n]] - c.r->ticket_points[tickets[next]];
            if (more > 0 || (!more && tickets[n] < tickets[next])) next = n;
        }
        planned |= (uint64_t)1 << next;
        int node = find_way(&c, tickets[next], came_by);
        if (node < 0 || !add_way(&c, node, came_by, &plan)) plan.left_out |= (uint64_t)1 << next;
    }
    return plan;
}

/* Write the plan of a seat: planned routes, choices of its offer, three sums. */
static void write_ways(const VectorObject *v, const State *s, int me, int16_t *row) {
    const Rules *r = &v->batch->rules->r;
    uint8_t tickets[MOST_JOINS];
    int held = 0, choices = (1 << v->offered) - 1;
    Country country;
    for (int n = 0; n < s->kept_size; n++)
        if (s->keeper[n] == me && held < MOST_JOINS - MOST_OFFER) tickets[held++] = s->kept[n];
    survey(r, r->roads, s, me, &country);
    Plan plan = plan_for(&country, tickets, held);
    for (int route = 0; route < r->routes; route++) *row++ = mask_has(&plan.routes, route);
    for (int choice = 1; choice <= choices; choice++) {
        int size = held;
        *row = -1;
        for (int place = 0; place < s->offer_sizes[me]; place++)
            if (choice >> place & 1) tickets[size++] = s->offers[me][place];
        if (!(choice >> s->offer_sizes[me])) {
            Plan more = plan_for(&country, tickets, size);
            if (!(more.left_out >> held)) *row = (int16_t)more.trains;
        }
        row++;
    }
    int left_out = __builtin_popcountll(plan.left_out);
    *row++ = (int16_t)plan.trains;
    *row++ = (int16_t)(held - left_out);
    *row = (int16_t)left_out;
}

typedef struct { const VectorObject *v; int16_t *rows; int width; } WaysTo;

static void ways_of_one(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    WaysTo *to = what;
    (void)r;
    write_ways(to->v, s, s->seat, to->rows + nth * to->width);
}

/* Fill in the plan of the asked seat of each game. */
static PyObject *vector_ways(VectorObject *v, PyObject *array) {
    Py_buffer view;
    int width = v->batch->rules->r.routes + (1 << v->offered) - 1 + 3;
    if (!is_free(v->batch)) return NULL;
    if (!v->batch->rules->r.roads->fits)
        return refuse("the kernel knows %d parallel routes at most", MOST_SEATS), NULL;
    if (!open_array(array, "ways", 2, v->batch->size * width, PyBUF_WRITABLE, &view)) return NULL;
    WaysTo to = {v, view.buf, width};
    work(v->batch, ways_of_one, &to);
    PyBuffer_Release(&view);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
