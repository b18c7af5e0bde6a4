/* The rules of one ruleset as Python hands them over (arena/kernel/tables.py), and the objects that
   stand for its actions. */

typedef struct {
    PyObject_HEAD
    Rules r;
    PyObject *python;                 /* the referee's own Rules */
    PyObject *phases[PHASES];         /* the referee's phases; NULL where there is none */
    PyObject *classes[ACTION_KINDS];  /* the classes of actions; NULL where there is none */
    PyObject *plain[ACTION_KINDS];    /* actions without any choice; NULL where there is none */
    PyObject *by_what[ACTION_KINDS];  /* tuples of actions, by their one number */
    PyObject *claims;                 /* a tuple: the claim of each way to pay */
    PyObject *stations;               /* tuples of actions, by the way to pay, then by the town */
    PyObject *doubled_of;             /* called for the doubled claims with so many locomotives */
    PyObject *doubled[MOST_CARDS];    /* their tuples, as far as they were asked for */
} RulesObject;

static const char *const PHASE_WORDS[PHASES] = {
    "over", "keep", "turn", "card", "start", "city", "alvin", "depot", "collect", "end",
    "surcharge",
};

static const char *const KIND_WORDS[ACTION_KINDS] = {
    "Take", "Claim", "TakeTickets", "Keep", "Pass", "TakeTerrain", "DoubledClaim", "StartTown",
    "BuildCity", "SkipCity", "MoveAlvin", "PlaceDepot", "Store", "Collect", "EndTurn",
    "PaySurcharge", "GiveUpTunnel", "BuildStation",
};

/* The questions that each kind of action may answer, as bits. */
static const uint32_t ANSWERS[ACTION_KINDS] = {
    [TAKE] = 1u << TURN | 1u << CARD, [CLAIM] = 1u << TURN, [TICKETS] = 1u << TURN,
    [KEEPING] = 1u << KEEP, [PASS] = 1u << TURN, [TERRAIN] = 1u << TURN | 1u << CARD,
    [DOUBLED] = 1u << TURN, [START_TOWN] = 1u << START, [BUILD_CITY] = 1u << CITY,
    [SKIP_CITY] = 1u << CITY, [MOVE_ALVIN] = 1u << ALVIN,
    [PLACE_DEPOT] = 1u << DEPOT | 1u << TURN | 1u << END, [STORE] = 1u << TURN | 1u << CARD,
    [COLLECTING] = 1u << COLLECT, [END_TURN] = 1u << END, [PAY_SURCHARGE] = 1u << SURCHARGE,
    [GIVE_UP] = 1u << SURCHARGE, [BUILD_STATION] = 1u << TURN,
};

/* All ways to pay for a station, at every price (X6), in the order of the tuple of stations. */
enum { ALL_STATION_WAYS = COLORS * (1 + 2 + 3) + STATIONS };

/* The number of a way among all of them: at each price, the ways of the lower prices come first. */
static int station_way(int color, int price, int locomotives) {
    int cheaper = COLORS * price * (price - 1) / 2 + price - 1;
    return cheaper + (color == LOCOMOTIVE ? COLORS * price : color * price + locomotives);
}

/* How many cards of each colour pay for a shape, with so many locomotives (C1, C8). */
static int ways_to_pay(int length, int ferry, int cards, int locomotives) {
    int fewest = at_least(ferry, length - cards), most = at_most(length - 1, locomotives);
    return at_least(most - fewest + 1, 0);
}

/* Work out the shapes of routes, and the ways to pay for each. */
static bool work_out_shapes(Rules *r, const uint8_t *price) {
    for (int route = 0; route < r->routes; route++) {
        int shape = 0;
        while (shape < r->shapes && (r->shape_length[shape] != r->length[route]
                                     || r->shape_ferry[shape] != r->ferry[route])) shape++;
        if (shape == MOST_SHAPES)
            return refuse("the kernel knows boards with %d kinds of length and ferry at most",
                          MOST_SHAPES);
        if (shape == r->shapes) r->shapes++;
        r->shape[route] = (uint8_t)shape;
        r->shape_length[shape] = r->length[route];
        r->shape_ferry[shape] = r->ferry[route];
        r->shape_price[shape] = price[route];
    }
    for (int shape = 0; shape < r->shapes; shape++) {
        int length = r->shape_length[shape], ferry = r->shape_ferry[shape];
        for (int locomotives = 0; locomotives <= MOST_LENGTH; locomotives++) {
            r->alone[locomotives][shape] = locomotives >= length;
            for (int cards = 0; cards <= MOST_LENGTH; cards++)
                r->ways[cards][locomotives][shape] =
                    (int16_t)ways_to_pay(length, ferry, cards, locomotives);
        }
    }
    return true;
}

/* The number of a claim among all claims of the board, in the order of `Payments.ways`. */
static int way_number(const Rules *r, int route, int color, int locomotives) {
    int length = r->length[route], mixed = length - r->ferry[route];
    int painted = r->color[route] == GRAY ? COLORS : 1;
    if (color == LOCOMOTIVE) return r->first_way[route] + painted * mixed;
    int place = r->color[route] == GRAY ? color : 0;
    return r->first_way[route] + place * mixed + locomotives - r->ferry[route];
}

/* Mark a route wherever a number of cards and locomotives can pay for it. */
static void mark_affordable(Rules *r, int route) {
    for (int cards = 0; cards <= MOST_LENGTH; cards++)
        for (int locomotives = 0; locomotives <= MOST_LENGTH; locomotives++)
            if (r->ways[cards][locomotives][r->shape[route]])
                mask_put(&r->affordable[cards][locomotives], route);
}

/* Number all ways to pay, and the routes that each colour can pay for. */
static void number_ways(Rules *r) {
    r->all_ways = 0;
    for (int route = 0; route < r->routes; route++) {
        mark_affordable(r, route);
        int painted = r->color[route] == GRAY ? COLORS : 1;
        r->first_way[route] = r->all_ways;
        r->all_ways += painted * (r->length[route] - r->ferry[route]) + 1;
        mask_put(&r->payable[LOCOMOTIVE], route);
        for (int color = 0; color < COLORS; color++)
            if (r->color[route] == GRAY || r->color[route] == color)
                mask_put(&r->payable[color], route);
    }
}

/* The routes: their ends, lengths, colours, ferry symbols, points and connections. */
static bool read_routes(Rules *r, PyObject *tables) {
    uint8_t ends[2 * MOST_ROUTES], nodes[2 * MOST_ROUTES], price[MOST_ROUTES] = {0};
    PyObject *list = PyDict_GetItemString(tables, "lengths");
    if (!number_in(tables, "cities", 2, MOST_CITIES, &r->cities)) return false;
    if (!number_in(tables, "nodes", 2, MOST_NODES, &r->nodes)) return false;
    if (!list || !PyTuple_CheckExact(list)) return refuse("the kernel reads a tuple of lengths");
    if (PyTuple_GET_SIZE(list) > MOST_ROUTES || !PyTuple_GET_SIZE(list))
        return refuse("the kernel knows boards of 1 to %d routes, not %zd", MOST_ROUTES,
                      PyTuple_GET_SIZE(list));
    r->routes = (int)PyTuple_GET_SIZE(list);
    r->words = (r->routes + 63) / 64;
    for (int route = 0; route < r->routes; route++) mask_put(&r->everything, route);
    if (!bytes_in(tables, "lengths", 1, MOST_LENGTH, r->length, r->routes)
        || !bytes_in(tables, "colors", 0, GRAY, r->color, r->routes)
        || !bytes_in(tables, "ferries", 0, MOST_LENGTH, r->ferry, r->routes)
        || !bytes_in(tables, "prices", 0, MOST_PRICE, price, r->routes)
        || !ints_in(tables, "points", 0, 9999, r->points, r->routes)
        || !masks_in(tables, "connection", &r->everything, r->connection, r->routes)
        || !masks_in(tables, "touching", &r->everything, r->touching, r->cities)
        || !masks_in(tables, "up_to", &r->everything, r->up_to, MOST_TRAINS + 1)) return false;
    long numbers[2 * MOST_ROUTES];
    list = PyDict_GetItemString(tables, "ends");
    if (read_numbers(list, "ends", 0, r->cities - 1, numbers, 2 * r->routes) != 2 * r->routes)
        return PyErr_Occurred() ? false : refuse("each route has two ends");
    for (int n = 0; n < 2 * r->routes; n++) ends[n] = (uint8_t)numbers[n];
    list = PyDict_GetItemString(tables, "end_nodes");
    if (read_numbers(list, "end_nodes", 0, r->nodes - 1, numbers, 2 * r->routes) != 2 * r->routes)
        return PyErr_Occurred() ? false : refuse("each route has two ends");
    for (int n = 0; n < 2 * r->routes; n++) nodes[n] = (uint8_t)numbers[n];
    memcpy(r->route_city, ends, (size_t)(2 * r->routes));
    memcpy(r->route_node, nodes, (size_t)(2 * r->routes));
    for (int route = 0; route < r->routes; route++) {
        const Mask *connection = &r->connection[route];
        if (r->color[route] == LOCOMOTIVE || r->ferry[route] > r->length[route]
            || !mask_has(connection, route) || r->route_node[route][0] == r->route_node[route][1])
            return refuse("route %d of the tables makes no sense", route);
        r->longest = at_least(r->longest, r->length[route]);
    }
    if (!work_out_shapes(r, price)) return false;
    number_ways(r);
    return true;
}

/* A deck of tickets, each of which is in one deck once; returns how many there are, or -1. */
static int read_deck(const Rules *r, PyObject *tables, const char *name, bool *seen,
                     uint8_t *deck) {
    long numbers[MOST_TICKETS];
    int size = read_numbers(PyDict_GetItemString(tables, name), name, 0, r->tickets - 1, numbers,
                            MOST_TICKETS);
    for (int n = 0; n < size; n++) {
        if (seen[numbers[n]]) return refuse("ticket %ld is twice in the decks", numbers[n]), -1;
        seen[numbers[n]] = true;
        deck[n] = (uint8_t)numbers[n];
    }
    return size;
}

/* The tickets: their points, their places, and those of the decks. */
static bool read_tickets(Rules *r, PyObject *tables) {
    long numbers[MOST_TICKETS];
    PyObject *places = PyDict_GetItemString(tables, "places");
    r->tickets = read_numbers(PyDict_GetItemString(tables, "ticket_points"), "ticket_points", 0,
                              99999, numbers, MOST_TICKETS);
    if (r->tickets < 0) return false;
    for (int n = 0; n < r->tickets; n++) r->ticket_points[n] = (int)numbers[n];
    if (!places || !PyTuple_CheckExact(places) || PyTuple_GET_SIZE(places) != 2 * r->tickets)
        return refuse("each ticket has two places");
    for (int n = 0; n < 2 * r->tickets; n++) {
        int size = read_numbers(PyTuple_GET_ITEM(places, n), "places", 0, r->nodes - 1, numbers,
                                MOST_PLACES);
        if (size < 0) return false;
        r->places[n / 2][n % 2] = (uint8_t)size;
        for (int m = 0; m < size; m++) r->place[n / 2][n % 2][m] = (uint8_t)numbers[m];
    }
    bool seen[MOST_TICKETS] = {false};
    r->deck_size = read_deck(r, tables, "deck", seen, r->deck);
    if (r->deck_size < 0) return false;
    r->long_deck_size = read_deck(r, tables, "long_deck", seen, r->long_deck);
    for (int n = 0; n < r->long_deck_size; n++) r->is_long[r->long_deck[n]] = true;
    return r->long_deck_size >= 0;
}

/* The numbers of the ruleset. */
static bool read_ruleset(Rules *r, PyObject *tables) {
    r->all_cards = 0;
    if (!bytes_in(tables, "cards", 0, MOST_CARDS, r->cards, KINDS)) return false;
    for (int card = 0; card < KINDS; card++) r->all_cards += r->cards[card];
    if (r->all_cards > MOST_CARDS || !r->all_cards)
        return refuse("the kernel knows 1 to %d train cards, not %d", MOST_CARDS, r->all_cards);
    if (3 * r->cards[LOCOMOTIVE] > r->all_cards)  /* clearing the row could take for ever (T5) */
        return refuse("the kernel knows one locomotive in three train cards at most");
    return number_in(tables, "first_hand", 0, r->all_cards, &r->first_hand)
        && number_in(tables, "row", 1, MOST_ROW, &r->row)
        && number_in(tables, "crowd", r->row / 2 + 1, r->row, &r->crowd)
        && number_in(tables, "last_trains", -1, MOST_TRAINS, &r->last_trains)
        && number_in(tables, "open_doubles", 0, 99, &r->open_doubles)
        && number_in(tables, "trains", 1, MOST_TRAINS, &r->trains)
        && number_in(tables, "deal", 1, MOST_OFFER, &r->deal)
        && number_in(tables, "keep", 1, r->deal, &r->keep)
        && number_in(tables, "take", 1, MOST_OFFER, &r->take)
        && number_in(tables, "long_deal", 0, MOST_OFFER - r->deal, &r->long_deal)
        && number_in(tables, "long_most", 0, MOST_OFFER, &r->long_most)
        && number_in(tables, "globetrotter", -9999, 9999, &r->globetrotter)
        && number_in(tables, "fewest_seats", 2, MOST_SEATS, &r->fewest_seats)
        && number_in(tables, "most_seats", r->fewest_seats, MOST_SEATS, &r->most_seats)
        && truth_in(tables, "mixes_returned", &r->mixes_returned)
        && truth_in(tables, "returned_leave", &r->returned_leave)
        && (!r->mixes_returned || !(r->returned_leave || r->long_deal)
            || refuse("the kernel mixes returned tickets of one deck only"));
}

/* Sort the routes by the terrain cards that double them, and the shapes by their prices (A2, A5). */
static void sort_by_price(Rules *r) {
    for (int route = 0; route < r->routes; route++)
        mask_put(&r->cost[r->terrain_of[r->color[route]]][r->shape_price[r->shape[route]]], route);
    for (int set = 0; set < PRICE_SETS; set++)
        for (int shape = 0; shape < r->shapes; shape++)
            r->priced[set][shape] = -(set >> r->shape_price[shape] & 1);
}

/* The modules in play, and what they need of the board. */
static bool read_modules(Rules *r, PyObject *tables) {
    if (!truth_in(tables, "terrain", &r->terrain) || !truth_in(tables, "towns", &r->towns_module)
        || !truth_in(tables, "alvin", &r->alvin) || !truth_in(tables, "warehouses", &r->warehouses)
        || !truth_in(tables, "europe", &r->europe)
        || !read_mask(PyDict_GetItemString(tables, "tunnels"), "tunnels", &r->everything,
                      &r->tunnels)
        || !number_in(tables, "alvin_home", 0, r->cities - 1, &r->alvin_home)
        || !bytes_in(tables, "terrain_of", 0, TERRAINS - 1, r->terrain_of, GRAY + 1)
        || !bytes_in(tables, "town", 0, 1, r->town, r->cities)) return false;
    for (int city = 0; city < r->cities; city++) {
        r->site[city] = (uint8_t)r->towns;
        r->towns += r->town[city];
    }
    sort_by_price(r);
    if (r->alvin && !r->towns_module) return refuse("Alvin needs the module towns");
    if (r->europe && r->terrain) return refuse("the kernel knows no tunnels beside terrain cards");
    return true;
}

static int place_among(PyObject *word, const char *const *words, int size) {
    for (int n = 0; n < size; n++)
        if (PyUnicode_Check(word) && !PyUnicode_CompareWithASCIIString(word, words[n])) return n;
    return -1;
}

static int bonus_named(PyObject *name) {
    static const char *const names[] = {"longest_path", "globetrotter", "alvin", "depots",
                                        "stations"};
    return place_among(name, names, sizeof names / sizeof names[0]);
}

/* The bonuses in force, in the order of results. */
static bool read_bonuses(Rules *r, PyObject *tables) {
    PyObject *names = PyDict_GetItemString(tables, "bonuses");
    if (!names || !PyTuple_CheckExact(names) || PyTuple_GET_SIZE(names) > MOST_BONUSES)
        return refuse("the kernel reads a tuple of up to %d bonuses", MOST_BONUSES);
    r->bonuses = (int)PyTuple_GET_SIZE(names);
    for (int n = 0; n < r->bonuses; n++) {
        int bonus = bonus_named(PyTuple_GET_ITEM(names, n));
        if (bonus < 0)
            return refuse("the kernel does not know the bonus %.60R", PyTuple_GET_ITEM(names, n));
        r->bonus[n] = (uint8_t)bonus;
    }
    return true;
}

/* Whether a kind of action belongs to the modules in play. */
static bool in_play(const Rules *r, Kind kind) {
    switch (kind) {
        case TERRAIN: case DOUBLED: return r->terrain;
        case START_TOWN: case BUILD_CITY: case SKIP_CITY: return r->towns_module;
        case MOVE_ALVIN: return r->alvin;
        case PLACE_DEPOT: case STORE: case COLLECTING: case END_TURN: return r->warehouses;
        case PAY_SURCHARGE: case GIVE_UP: case BUILD_STATION: return r->europe;
        default: return true;
    }
}

/* Add a kind of action to those that answer a question. */
static bool add_answer(Rules *r, int phase, PyObject *name) {
    int kind = place_among(name, KIND_WORDS, ACTION_KINDS);
    if (kind < 0) return refuse("the kernel does not know the action %.60R", name);
    if (!(ANSWERS[kind] >> phase & 1) || !in_play(r, kind) || r->asked_size[phase] == ACTION_KINDS)
        return refuse("the kernel does not know %s as an answer to %s", KIND_WORDS[kind],
                      PHASE_WORDS[phase]);
    r->asked[phase][r->asked_size[phase]++] = (uint8_t)kind;
    return true;
}

/* Which kinds of action answer which question: a dict of words. */
static bool read_asked(Rules *r, PyObject *tables) {
    PyObject *asked = PyDict_GetItemString(tables, "asked"), *word, *names;
    Py_ssize_t at = 0;
    if (!asked || !PyDict_CheckExact(asked)) return refuse("the kernel reads a dict of questions");
    while (PyDict_Next(asked, &at, &word, &names)) {
        int phase = place_among(word, PHASE_WORDS, PHASES);
        if (phase < 0) return refuse("the kernel does not know the question %.60R", word);
        if (!PyTuple_CheckExact(names)) return refuse("the kernel reads a tuple of actions");
        for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(names); n++)
            if (!add_answer(r, phase, PyTuple_GET_ITEM(names, n))) return false;
    }
    if (!r->asked_size[KEEP] || !r->asked_size[TURN] || !r->asked_size[CARD]
        || (r->towns_module && (!r->asked_size[START] || !r->asked_size[CITY]))
        || (r->alvin && !r->asked_size[ALVIN]) || (r->europe && r->asked_size[SURCHARGE] < 2)
        || (r->warehouses && (!r->asked_size[DEPOT] || !r->asked_size[END] || !r->asked_size[COLLECT])))
        return refuse("the kernel misses answers to a question");
    return true;
}

/* Who is asked what before the first turn: pairs of a word, and whether it goes backwards. */
static bool read_steps(Rules *r, PyObject *tables) {
    PyObject *steps = PyDict_GetItemString(tables, "set_up");
    int expected = 1 + r->towns_module + r->warehouses;
    if (!steps || !PyTuple_CheckExact(steps) || PyTuple_GET_SIZE(steps) != expected)
        return refuse("the kernel knows %d steps of setting up here", expected);
    for (r->steps = 0; r->steps < expected; r->steps++) {
        PyObject *step = PyTuple_GET_ITEM(steps, r->steps);
        if (!PyTuple_CheckExact(step) || PyTuple_GET_SIZE(step) != 2)
            return refuse("a step of setting up is a pair, not %.60R", step);
        int phase = place_among(PyTuple_GET_ITEM(step, 0), PHASE_WORDS, PHASES);
        bool known = phase == KEEP ? r->steps == 0
            : (phase == START && r->towns_module) || (phase == DEPOT && r->warehouses);
        for (int n = 0; n < r->steps; n++) known &= r->step[n] != phase;
        int backwards = PyObject_IsTrue(PyTuple_GET_ITEM(step, 1));
        if (!known || backwards < 0 || (phase == KEEP && backwards))
            return refuse("the kernel does not know %.60R as a step of setting up", step);
        r->step[r->steps] = (uint8_t)phase;
        r->backwards[r->steps] = (uint8_t)backwards;
    }
    return true;
}

/* Whether there is a station for each way to pay and town, or none where there are no stations. */
static bool are_stations(const Rules *r, PyObject *stations) {
    if (!stations || !PyTuple_CheckExact(stations)
        || PyTuple_GET_SIZE(stations) != (r->europe ? ALL_STATION_WAYS : 0)) return false;
    for (Py_ssize_t way = 0; way < PyTuple_GET_SIZE(stations); way++) {
        PyObject *of_way = PyTuple_GET_ITEM(stations, way);
        if (!PyTuple_CheckExact(of_way) || PyTuple_GET_SIZE(of_way) != r->towns) return false;
    }
    return true;
}

/* Keep the referee's objects: phases, classes, actions. */
static bool keep_objects(RulesObject *self, PyObject *objects) {
    if (!objects || !PyDict_CheckExact(objects)) return refuse("the kernel reads a dict of objects");
    PyObject *phases = PyDict_GetItemString(objects, "phases");
    PyObject *classes = PyDict_GetItemString(objects, "classes");
    PyObject *plain = PyDict_GetItemString(objects, "plain");
    PyObject *by_what = PyDict_GetItemString(objects, "by_what");
    PyObject *claims = PyDict_GetItemString(objects, "claims");
    PyObject *doubled = PyDict_GetItemString(objects, "doubled");
    PyObject *stations = PyDict_GetItemString(objects, "stations");
    if (!phases || !classes || !plain || !by_what || !claims || !doubled || !PyDict_Check(phases)
        || !PyDict_Check(classes) || !PyDict_Check(plain) || !PyDict_Check(by_what)
        || !PyTuple_CheckExact(claims) || PyTuple_GET_SIZE(claims) != self->r.all_ways
        || !PyCallable_Check(doubled) || !are_stations(&self->r, stations)) return refuse("the kernel misses objects for its actions");
    for (int phase = 0; phase < PHASES; phase++)
        Py_XSETREF(self->phases[phase],
                   Py_XNewRef(PyDict_GetItemString(phases, PHASE_WORDS[phase])));
    for (int kind = 0; kind < ACTION_KINDS; kind++) {
        const char *word = KIND_WORDS[kind];
        PyObject *found = PyDict_GetItemString(by_what, word);
        if (found && !PyTuple_CheckExact(found)) return refuse("actions of %s are no tuple", word);
        Py_XSETREF(self->classes[kind], Py_XNewRef(PyDict_GetItemString(classes, word)));
        Py_XSETREF(self->plain[kind], Py_XNewRef(PyDict_GetItemString(plain, word)));
        Py_XSETREF(self->by_what[kind], Py_XNewRef(found));
    }
    Py_XSETREF(self->claims, Py_NewRef(claims));
    Py_XSETREF(self->doubled_of, Py_NewRef(doubled));
    Py_XSETREF(self->stations, Py_NewRef(stations));
    return true;
}

static PyObject *rules_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    PyObject *python, *tables, *objects;
    if (named && PyDict_GET_SIZE(named)) return refuse("the kernel's rules take no names"), NULL;
    if (!PyArg_ParseTuple(args, "OO!O!", &python, &PyDict_Type, &tables, &PyDict_Type, &objects)) {
        PyErr_Clear();
        return refuse("the kernel's rules are made of rules, tables and objects"), NULL;
    }
    RulesObject *self = (RulesObject *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    Rules *r = &self->r;
    self->python = Py_NewRef(python);
    if (read_routes(r, tables) && read_tickets(r, tables) && read_ruleset(r, tables)
        && read_modules(r, tables) && read_bonuses(r, tables) && read_asked(r, tables)
        && read_steps(r, tables) && keep_objects(self, objects)) {
        r->roads = new_roads(r);
        if (r->roads) return (PyObject *)self;
        PyErr_NoMemory();
    }
    Py_DECREF(self);
    return NULL;
}

static int rules_traverse(RulesObject *self, visitproc visit, void *arg) {
    Py_VISIT(self->python);
    Py_VISIT(self->claims);
    Py_VISIT(self->stations);
    Py_VISIT(self->doubled_of);
    for (int n = 0; n < PHASES; n++) Py_VISIT(self->phases[n]);
    for (int n = 0; n < ACTION_KINDS; n++) {
        Py_VISIT(self->classes[n]);
        Py_VISIT(self->plain[n]);
        Py_VISIT(self->by_what[n]);
    }
    for (int n = 0; n < MOST_CARDS; n++) Py_VISIT(self->doubled[n]);
    return 0;
}

static int rules_clear(RulesObject *self) {
    Py_CLEAR(self->python);
    Py_CLEAR(self->claims);
    Py_CLEAR(self->stations);
    Py_CLEAR(self->doubled_of);
    for (int n = 0; n < PHASES; n++) Py_CLEAR(self->phases[n]);
    for (int n = 0; n < ACTION_KINDS; n++) {
        Py_CLEAR(self->classes[n]);
        Py_CLEAR(self->plain[n]);
        Py_CLEAR(self->by_what[n]);
    }
    for (int n = 0; n < MOST_CARDS; n++) Py_CLEAR(self->doubled[n]);
    return 0;
}

static void rules_dealloc(RulesObject *self) {
    PyObject_GC_UnTrack(self);
    rules_clear(self);
    PyMem_RawFree(self->r.roads);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *rules_python(RulesObject *self, void *closure) {
    (void)closure;
    return Py_NewRef(self->python ? self->python : Py_None);
}

static PyGetSetDef rules_getset[] = {
    {"python", (getter)rules_python, NULL, "The referee's rules that these tables are of.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject RulesType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "arena.kernel._kernel.Rules",
    .tp_basicsize = sizeof(RulesObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "The tables of one ruleset.",
    .tp_new = rules_new,
    .tp_traverse = (traverseproc)rules_traverse,
    .tp_clear = (inquiry)rules_clear,
    .tp_dealloc = (destructor)rules_dealloc,
    .tp_getset = rules_getset,
};
