/* Actions: the referee's objects for the kernel's eight bytes, and back. */

/* A new reference to the nth object of a tuple, or a refusal if there is none. */
static PyObject *nth_object(PyObject *tuple, int nth) {
    if (tuple && nth < PyTuple_GET_SIZE(tuple)) return Py_NewRef(PyTuple_GET_ITEM(tuple, nth));
    refuse("the kernel misses the object of an action");
    return NULL;
}

/* The doubled claims with so many locomotives, asked for when they are first needed. */
static PyObject *doubled_claim(RulesObject *rules, Action action) {
    const Rules *r = &rules->r;
    PyObject *known = rules->doubled[action.extra];
    if (!known) {
        known = PyObject_CallFunction(rules->doubled_of, "i", (int)action.extra);
        if (known && (!PyTuple_CheckExact(known) || PyTuple_GET_SIZE(known) != r->all_ways)) {
            Py_DECREF(known);
            return refuse("the kernel misses doubled claims"), NULL;
        }
        if (!known) return NULL;
        rules->doubled[action.extra] = known;
    }
    return nth_object(known, way_number(r, action.what, action.color, action.locomotives));
}

/* The station on a city that is paid for in this way. */
static PyObject *station_object(RulesObject *rules, Action action) {
    int way = station_way(action.color, action.cards, action.locomotives);
    return nth_object(PyTuple_GET_ITEM(rules->stations, way), rules->r.site[action.what]);
}

/* The tickets that are chosen of an offer. */
static PyObject *chosen_tickets(const State *s, int seat, int chosen) {
    PyObject *tickets = PyTuple_New(__builtin_popcount((unsigned)chosen));
    Py_ssize_t size = 0;
    for (int at = 0; tickets && at < MOST_OFFER; at++)
        if (chosen >> at & 1)
            PyTuple_SET_ITEM(tickets, size++, PyLong_FromLong(s->offers[seat][at]));
    return tickets;
}

/* The numbers of the bits that are set. */
static PyObject *chosen_seats(int chosen) {
    PyObject *seats = PyTuple_New(__builtin_popcount((unsigned)chosen));
    Py_ssize_t size = 0;
    for (int seat = 0; seats && seat < 8; seat++)
        if (chosen >> seat & 1) PyTuple_SET_ITEM(seats, size++, PyLong_FromLong(seat));
    return seats;
}

/* An object of a class with one argument, which is used up. */
static PyObject *made_of(PyObject *class, PyObject *argument) {
    if (!argument) return NULL;
    PyObject *made = class ? PyObject_CallOneArg(class, argument) : NULL;
    Py_DECREF(argument);
    if (!class) refuse("the kernel misses the class of an action");
    return made;
}

/* The referee's object for an action of this state. */
static PyObject *object_of(RulesObject *rules, const State *s, Action action) {
    PyObject *class = rules->classes[action.kind];
    switch (action.kind) {
        case CLAIM:
            return nth_object(rules->claims, way_number(&rules->r, action.what, action.color,
                                                        action.locomotives));
        case DOUBLED: return doubled_claim(rules, action);
        case KEEPING: return made_of(class, chosen_tickets(s, s->seat, action.chosen));
        case COLLECTING: return made_of(class, chosen_seats(action.chosen));
        case BUILD_CITY:
            if (!class) return refuse("the kernel misses the class of an action"), NULL;
            return PyObject_CallFunction(class, "iii", (int)action.what, (int)action.color,
                                         (int)action.locomotives);
        case PAY_SURCHARGE:
            if (!class) return refuse("the kernel misses the class of an action"), NULL;
            return PyObject_CallFunction(class, "iii", (int)action.color, (int)action.cards,
                                         (int)action.locomotives);
        case BUILD_STATION: return station_object(rules, action);
        case TAKE: return nth_object(rules->by_what[TAKE], action.what == BLIND ? KINDS : action.what);
        case TERRAIN:
            return nth_object(rules->by_what[TERRAIN], action.what == BLIND ? TERRAINS : action.what);
        case START_TOWN: case MOVE_ALVIN: case PLACE_DEPOT: case STORE:
            return nth_object(rules->by_what[action.kind], action.what);
        default:
            if (rules->plain[action.kind]) return Py_NewRef(rules->plain[action.kind]);
            return refuse("the kernel misses the object of an action"), NULL;
    }
}

/* The attributes that actions have; made once. */
static PyObject *word_route, *word_color, *word_locomotives, *word_terrain, *word_extra;
static PyObject *word_card, *word_kind, *word_city, *word_seat, *word_tickets, *word_seats;
static PyObject *word_cards;

static bool make_words(void) {
    word_route = PyUnicode_InternFromString("route");
    word_color = PyUnicode_InternFromString("color");
    word_locomotives = PyUnicode_InternFromString("locomotives");
    word_terrain = PyUnicode_InternFromString("terrain");
    word_extra = PyUnicode_InternFromString("terrain_locomotives");
    word_card = PyUnicode_InternFromString("card");
    word_kind = PyUnicode_InternFromString("kind");
    word_city = PyUnicode_InternFromString("city");
    word_seat = PyUnicode_InternFromString("seat");
    word_tickets = PyUnicode_InternFromString("tickets");
    word_seats = PyUnicode_InternFromString("seats");
    word_cards = PyUnicode_InternFromString("cards");
    return !PyErr_Occurred();
}

/* A small number of an action: only an int that is no other thing. False if there is none. */
static bool attribute(PyObject *object, PyObject *word, int least, uint8_t *number) {
    PyObject *value = PyObject_GetAttr(object, word);
    long found = -2;
    int overflow = 0;
    if (!value) {
        PyErr_Clear();
        return false;
    }
    bool whole = PyLong_CheckExact(value);
    if (whole) found = PyLong_AsLongAndOverflow(value, &overflow);
    Py_DECREF(value);
    if (!whole || overflow || found < least || found >= BLIND) return false;
    *number = (uint8_t)found;  /* -1, the unseen card, becomes BLIND */
    return true;
}

/* The bits of the tickets that an action keeps, which it must name in the order dealt. */
static bool read_kept(const State *s, PyObject *object, uint8_t *chosen) {
    PyObject *tickets = PyObject_GetAttr(object, word_tickets);
    int at = 0, found = 0;
    bool fits = tickets && PyTuple_CheckExact(tickets);
    for (Py_ssize_t n = 0; fits && n < PyTuple_GET_SIZE(tickets); n++) {
        PyObject *ticket = PyTuple_GET_ITEM(tickets, n);
        int overflow = 0, size = s->offer_sizes[s->seat];
        long number = PyLong_CheckExact(ticket) ? PyLong_AsLongAndOverflow(ticket, &overflow) : -1;
        while (at < size && s->offers[s->seat][at] != number) at++;
        fits = !overflow && at < size;
        if (fits) found |= 1 << at++;
    }
    PyErr_Clear();
    Py_XDECREF(tickets);
    *chosen = (uint8_t)found;
    return fits;
}

/* The bits of the seats that an action names, which must ascend. */
static bool read_seats(PyObject *object, uint8_t *chosen) {
    PyObject *seats = PyObject_GetAttr(object, word_seats);
    long before = -1;
    int found = 0;
    bool fits = seats && PyTuple_CheckExact(seats);
    for (Py_ssize_t n = 0; fits && n < PyTuple_GET_SIZE(seats); n++) {
        PyObject *seat = PyTuple_GET_ITEM(seats, n);
        int overflow = 0;
        long number = PyLong_CheckExact(seat) ? PyLong_AsLongAndOverflow(seat, &overflow) : -1;
        fits = !overflow && number > before && number < MOST_SEATS;
        if (fits) found |= 1 << number;
        before = number;
    }
    PyErr_Clear();
    Py_XDECREF(seats);
    *chosen = (uint8_t)found;
    return fits;
}

/* The eight bytes of the referee's object; false if it can't be an action of this state. */
static bool action_of(const RulesObject *rules, const State *s, PyObject *object, Action *action) {
    int kind = 0;
    while (kind < ACTION_KINDS && rules->classes[kind] != (PyObject *)Py_TYPE(object)) kind++;
    *action = (Action){.kind = (uint8_t)kind};
    switch (kind) {
        case TAKE: return attribute(object, word_card, -1, &action->what);
        case TERRAIN: return attribute(object, word_kind, -1, &action->what);
        case DOUBLED:
            if (!attribute(object, word_terrain, 0, &action->terrain)
                || !attribute(object, word_extra, 0, &action->extra)) return false;  /* fall through */
        case CLAIM:
            return attribute(object, word_route, 0, &action->what)
                && attribute(object, word_color, 0, &action->color)
                && attribute(object, word_locomotives, 0, &action->locomotives);
        case BUILD_CITY:
            return attribute(object, word_city, 0, &action->what)
                && attribute(object, word_color, 0, &action->color)
                && attribute(object, word_locomotives, 0, &action->locomotives);
        case BUILD_STATION:
            if (!attribute(object, word_city, 0, &action->what)) return false;  /* fall through */
        case PAY_SURCHARGE:
            return attribute(object, word_color, 0, &action->color)
                && attribute(object, word_cards, 0, &action->cards)
                && attribute(object, word_locomotives, 0, &action->locomotives);
        case START_TOWN: case MOVE_ALVIN: case PLACE_DEPOT:
            return attribute(object, word_city, 0, &action->what);
        case STORE: return attribute(object, word_seat, 0, &action->what);
        case KEEPING: return read_kept(s, object, &action->chosen);
        case COLLECTING: return read_seats(object, &action->chosen);
        default: return kind < ACTION_KINDS;
    }
}
