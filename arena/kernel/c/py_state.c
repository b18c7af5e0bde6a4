/* The state of a game: its variables by name, for numpy and for comparisons, and reading them out
   of a game of the referee. */

/* One variable of the state: its name, where it is, its type as numpy writes it, its shape. */
typedef struct { const char *name; size_t at; char type[4]; int rows, columns; } Variable;

#define NUMBER(field, type) {#field, offsetof(State, field), type, 0, 0}
#define LIST(field, type, size) {#field, offsetof(State, field), type, size, 0}
#define TABLE(field, type, rows, columns) {#field, offsetof(State, field), type, rows, columns}

static const Variable VARIABLES[] = {
    NUMBER(seats, "u1"), NUMBER(seat, "u1"), NUMBER(phase, "u1"), NUMBER(over, "u1"),
    NUMBER(end, "u1"), NUMBER(turn, "i1"), NUMBER(turns, "i4"), NUMBER(taken, "u1"),
    NUMBER(last_turns, "i1"), NUMBER(passes, "u1"), NUMBER(last_pass, "i4"),
    NUMBER(last_route, "u1"), NUMBER(shuffles, "i4"),
    LIST(scores, "i4", MOST_SEATS), LIST(trains, "u1", MOST_SEATS),
    LIST(row, "u1", KINDS), NUMBER(row_size, "u1"), LIST(discard, "u1", KINDS),
    TABLE(hands, "u1", MOST_SEATS, KINDS), LIST(hand_sizes, "u1", MOST_SEATS),
    NUMBER(deck_size, "u1"), LIST(deck, "u1", MOST_CARDS),
    TABLE(owned, "u8", MOST_SEATS, MASK_WORDS), TABLE(open_to, "u8", MOST_SEATS, MASK_WORDS),
    NUMBER(ticket_first, "u1"), NUMBER(ticket_deck_size, "u1"),
    LIST(ticket_deck, "u1", MOST_TICKETS), TABLE(offers, "u1", MOST_SEATS, MOST_OFFER),
    LIST(offer_sizes, "u1", MOST_SEATS), LIST(chosen, "u1", MOST_SEATS),
    NUMBER(kept_size, "u1"), LIST(kept, "u1", MOST_TICKETS), LIST(keeper, "u1", MOST_TICKETS),
    LIST(ticket_counts, "u1", MOST_SEATS),
    LIST(terrain_row, "u1", TERRAINS), LIST(terrain_discard, "u1", TERRAINS),
    TABLE(terrain_cards, "u1", MOST_SEATS, TERRAINS), NUMBER(terrain_deck_size, "u1"),
    LIST(terrain_deck, "u1", TERRAIN_CARDS), NUMBER(terrain_shuffles, "i4"),
    LIST(doubled, "u8", MASK_WORDS),
    LIST(piece_owner, "i1", MOST_CITIES), LIST(start, "i1", MOST_SEATS),
    LIST(pieces_left, "u1", MOST_SEATS), TABLE(reach, "u8", MOST_SEATS, MASK_WORDS),
    NUMBER(alvin_town, "u1"), NUMBER(alvin_holder, "i1"), NUMBER(alvin_caught, "u1"),
    LIST(depot_owner, "i1", MOST_CITIES), NUMBER(depots, "u1"), LIST(reserve, "u1", MOST_SEATS),
    LIST(stored_sizes, "u1", MOST_SEATS), NUMBER(stored_turn, "i4"), NUMBER(stored_taken, "u1"),
    NUMBER(stored_size, "u1"), LIST(stored, "u1", MOST_CARDS),
    LIST(station_owner, "i1", MOST_CITIES), NUMBER(stations, "u1"),
    LIST(stations_left, "u1", MOST_SEATS), NUMBER(laid, "u1"), NUMBER(laid_route, "u1"),
    NUMBER(laid_color, "u1"), NUMBER(laid_locomotives, "u1"), LIST(turned, "u1", KINDS),
    LIST(given_up, "u1", MOST_SEATS),
};
enum { NUMBER_OF_VARIABLES = sizeof VARIABLES / sizeof VARIABLES[0] };

static size_t size_of(const Variable *v) {
    size_t size = (size_t)(v->type[1] - '0');
    return size * (size_t)at_least(v->rows, 1) * (size_t)at_least(v->columns, 1);
}

/* All variables, as tuples: name, offset, type, rows, columns. */
static PyObject *list_variables(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    PyObject *list = PyList_New(0);
    for (int n = 0; list && n < NUMBER_OF_VARIABLES; n++) {
        const Variable *v = &VARIABLES[n];
        PyObject *row = Py_BuildValue("snsii", v->name, (Py_ssize_t)v->at, v->type, v->rows,
                                      v->columns);
        if (!row || PyList_Append(list, row) < 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *one_value(const char *at, const char *type) {
    switch (type[0] * 16 + type[1] - '0') {
        case 'u' * 16 + 1: return PyLong_FromLong(*(const uint8_t *)at);
        case 'i' * 16 + 1: return PyLong_FromLong(*(const int8_t *)at);
        case 'i' * 16 + 4: return PyLong_FromLong(*(const int32_t *)at);
        default: return PyLong_FromUnsignedLongLong(*(const uint64_t *)at);
    }
}

static PyObject *some_values(const char *at, const char *type, int number) {
    PyObject *list = PyList_New(number);
    for (int n = 0; list && n < number; n++, at += type[1] - '0') {
        PyObject *value = one_value(at, type);
        if (!value) return Py_DECREF(list), NULL;
        PyList_SET_ITEM(list, n, value);
    }
    return list;
}

/* A variable's value, with its masks as ints. */
static PyObject *value_of(const State *s, const Variable *v) {
    const char *at = (const char *)s + v->at;
    if (v->type[1] == '8') {
        if (!v->columns) return mask_to_python((const Mask *)at);
        PyObject *list = PyList_New(v->rows);
        for (int n = 0; list && n < v->rows; n++) {
            PyObject *mask = mask_to_python((const Mask *)at + n);
            if (!mask) return Py_DECREF(list), NULL;
            PyList_SET_ITEM(list, n, mask);
        }
        return list;
    }
    if (!v->rows) return one_value(at, v->type);
    if (!v->columns) return some_values(at, v->type, v->rows);
    PyObject *list = PyList_New(v->rows);
    for (int n = 0; list && n < v->rows; n++) {
        PyObject *row = some_values(at + n * v->columns * (v->type[1] - '0'), v->type, v->columns);
        if (!row) return Py_DECREF(list), NULL;
        PyList_SET_ITEM(list, n, row);
    }
    return list;
}

/* All variables of a state in a dict. */
static PyObject *values_of(const State *s) {
    PyObject *values = PyDict_New();
    for (int n = 0; values && n < NUMBER_OF_VARIABLES; n++) {
        PyObject *value = value_of(s, &VARIABLES[n]);
        if (!value || PyDict_SetItemString(values, VARIABLES[n].name, value) < 0) Py_CLEAR(values);
        Py_XDECREF(value);
    }
    return values;
}

/* Bring what means the same into the same bytes: piles from 0, nothing where nothing lies. */
static void make_plain(State *s) {
    uint8_t ring[MOST_TICKETS] = {0}, kept[MOST_TICKETS] = {0}, keeper[MOST_TICKETS] = {0};
    int size = 0;
    for (int at = 0; at < s->ticket_deck_size; at++)
        ring[at] = s->ticket_deck[(s->ticket_first + at) % MOST_TICKETS];
    for (int seat = 0; seat < s->seats; seat++)
        for (int n = 0; n < s->kept_size; n++)
            if (s->keeper[n] == seat) keeper[size] = (uint8_t)seat, kept[size++] = s->kept[n];
    memcpy(s->ticket_deck, ring, sizeof ring);
    memcpy(s->kept, kept, sizeof kept);
    memcpy(s->keeper, keeper, sizeof keeper);
    s->ticket_first = 0;
    memset(s->deck + s->deck_size, 0, (size_t)(MOST_CARDS - s->deck_size));
    memset(s->terrain_deck + s->terrain_deck_size, 0, (size_t)(TERRAIN_CARDS - s->terrain_deck_size));
    uint8_t stored[MOST_CARDS] = {0};
    size = 0;
    for (int seat = 0; seat < s->seats; seat++)
        for (int n = 0; n < s->stored_size; n++)
            if (s->stored[n] >> 4 == seat) stored[size++] = s->stored[n];
    memcpy(s->stored, stored, sizeof stored);
    if (s->turns || s->phase != KEEP) memset(s->chosen, 0, sizeof s->chosen);  /* no longer asked */
    else memset(s->chosen + s->seat, 0, (size_t)(MOST_SEATS - s->seat));
}

/* The name of the first variable in which two states differ; NULL if they don't. */
static const char *difference(const State *one, const State *other) {
    State a = *one, b = *other;
    make_plain(&a);
    make_plain(&b);
    for (int n = 0; n < NUMBER_OF_VARIABLES; n++) {
        const Variable *v = &VARIABLES[n];
        if (memcmp((char *)&a + v->at, (char *)&b + v->at, size_of(v))) return v->name;
    }
    return NULL;
}

/* An attribute of an object; a new reference, or NULL with a sentence. */
static PyObject *part_of(PyObject *owner, const char *name) {
    PyObject *part = PyObject_GetAttrString(owner, name);
    if (part) return part;
    PyErr_Clear();
    refuse("the kernel misses %s in what is no game", name);
    return NULL;
}

static bool number_of_part(PyObject *owner, const char *name, long least, long most, long *number) {
    PyObject *part = part_of(owner, name);
    bool found = part && read_number(part, name, least, most, number);
    Py_XDECREF(part);
    return found;
}

static bool byte_of(PyObject *owner, const char *name, long least, long most, void *byte) {
    long number = 0;
    if (!number_of_part(owner, name, least, most, &number)) return false;
    *(uint8_t *)byte = (uint8_t)number;
    return true;
}

static bool int_of(PyObject *owner, const char *name, long least, long most, int32_t *found) {
    long number = 0;
    if (!number_of_part(owner, name, least, most, &number)) return false;
    *found = (int32_t)number;
    return true;
}

static bool bytes_of(PyObject *owner, const char *name, long least, long most, uint8_t *bytes,
                     int size) {
    PyObject *part = part_of(owner, name);
    bool found = part && read_bytes(part, name, least, most, bytes, size);
    Py_XDECREF(part);
    return found;
}

/* A pile of up to `room` cards; returns how many there are, or -1. */
static int pile_of(PyObject *owner, const char *name, long most, uint8_t *cards, int room) {
    long numbers[256];
    PyObject *part = part_of(owner, name);
    int size = part ? read_numbers(part, name, 0, most, numbers, room) : -1;
    for (int n = 0; n < size; n++) cards[n] = (uint8_t)numbers[n];
    Py_XDECREF(part);
    return size;
}

/* A list or tuple with something for each seat; a new reference. */
static PyObject *list_by_seat(PyObject *owner, const char *name, int seats) {
    PyObject *part = part_of(owner, name);
    if (!part) return NULL;
    if (PyList_CheckExact(part) && PyList_GET_SIZE(part) == seats) return part;
    Py_DECREF(part);
    return refuse("%s is a list with something for each of %d seats", name, seats), NULL;
}

static bool rows_of(PyObject *owner, const char *name, int seats, long most, uint8_t *rows,
                    int columns) {
    PyObject *list = list_by_seat(owner, name, seats);
    bool found = list != NULL;
    for (int seat = 0; found && seat < seats; seat++)
        found = read_bytes(PyList_GET_ITEM(list, seat), name, 0, most, rows + seat * columns, columns);
    Py_XDECREF(list);
    return found;
}

static bool masks_of(PyObject *owner, const char *name, int seats, const Rules *r, Mask *masks) {
    PyObject *list = list_by_seat(owner, name, seats);
    bool found = list != NULL;
    for (int seat = 0; found && seat < seats; seat++)
        found = read_mask(PyList_GET_ITEM(list, seat), name, &r->everything, &masks[seat]);
    Py_XDECREF(list);
    return found;
}

/* The question that is asked, among those of the rules. */
static bool read_phase(const RulesObject *rules, PyObject *game, State *s) {
    PyObject *phase = part_of(game, "phase");
    if (!phase) return false;
    Py_DECREF(phase);  /* the rules hold it too, or it is unknown */
    for (int n = 0; n < PHASES; n++) {
        if (rules->phases[n] != phase) continue;
        s->phase = (uint8_t)n;
        return true;
    }
    return refuse("the kernel does not know the question that the game asks");
}

/* None stands for a number that is not there. */
static bool optional_of(PyObject *owner, const char *name, long most, int8_t *number) {
    PyObject *part = part_of(owner, name);
    long found = -1;
    bool fits = part && (part == Py_None || read_number(part, name, 0, most, &found));
    Py_XDECREF(part);
    *number = (int8_t)found;
    return fits;
}

static bool truth_of(PyObject *owner, const char *name, uint8_t *truth) {
    PyObject *part = part_of(owner, name);
    bool fits = part && PyBool_Check(part);
    *truth = part == Py_True;
    if (part && !fits) refuse("%s is true or false, not %.60R", name, part);
    Py_XDECREF(part);
    return fits;
}

/* The open table, seat by seat. */
static bool read_seats_of(const Rules *r, PyObject *game, State *s) {
    int seats = s->seats;
    long scores[MOST_SEATS];
    PyObject *part = part_of(game, "scores");
    int found = part ? read_numbers(part, "scores", -1000000, 1000000, scores, seats) : -1;
    Py_XDECREF(part);
    if (found != seats) return PyErr_Occurred() ? false : refuse("each seat has a score");
    for (int seat = 0; seat < seats; seat++) s->scores[seat] = (int32_t)scores[seat];
    return bytes_of(game, "trains", 0, r->trains, s->trains, seats)
        && bytes_of(game, "hand_sizes", 0, MOST_CARDS, s->hand_sizes, seats)
        && bytes_of(game, "ticket_counts", 0, MOST_TICKETS, s->ticket_counts, seats)
        && rows_of(game, "hands", seats, MOST_CARDS, s->hands[0], KINDS)
        && masks_of(game, "owned", seats, r, s->owned)
        && masks_of(game, "open_to", seats, r, s->open_to);
}

/* The numbers of the open table, and the train cards. */
static bool read_table(const RulesObject *rules, PyObject *game, State *s) {
    const Rules *r = &rules->r;
    if (!byte_of(game, "seats", r->fewest_seats, r->most_seats, &s->seats)
        || !byte_of(game, "seat", 0, s->seats - 1, &s->seat) || !read_phase(rules, game, s)
        || !truth_of(game, "over", &s->over) || !byte_of(game, "turn", -1, s->seats - 1, &s->turn)
        || !int_of(game, "turns", 0, 1 << 20, &s->turns) || !byte_of(game, "taken", 0, 3, &s->taken)
        || !optional_of(game, "last_turns", s->seats, &s->last_turns)
        || !byte_of(game, "passes", 0, s->seats, &s->passes)
        || !int_of(game, "last_pass", 0, s->turns, &s->last_pass)
        || !int_of(game, "shuffles", 1, 1 << 20, &s->shuffles)
        || !byte_of(game, "last_route", 0, r->routes - 1, &s->last_route)
        || !bytes_of(game, "row", 0, MOST_CARDS, s->row, KINDS)
        || !byte_of(game, "row_size", 0, MOST_CARDS, &s->row_size)
        || !bytes_of(game, "discard", 0, MOST_CARDS, s->discard, KINDS)
        || !byte_of(game, "deck_size", 0, MOST_CARDS, &s->deck_size)) return false;
    if (pile_of(game, "deck", LOCOMOTIVE, s->deck, MOST_CARDS) != s->deck_size)
        return PyErr_Occurred() ? false : refuse("the deck has not the cards that it shows");
    return read_seats_of(r, game, s);
}

/* The bits of those tickets of an offer that a seat has chosen already (G5). */
static bool read_chosen(PyObject *tickets, const State *s, int seat, uint8_t *chosen) {
    long numbers[MOST_OFFER];
    int size = read_numbers(tickets, "chosen", 0, MOST_TICKETS - 1, numbers, MOST_OFFER);
    *chosen = 0;
    for (int n = 0; n < size; n++)
        for (int at = 0; at < s->offer_sizes[seat]; at++)
            if (s->offers[seat][at] == numbers[n]) *chosen |= (uint8_t)(1 << at);
    return size >= 0;
}

/* The tickets of one seat: those offered and those kept. */
static bool read_seat_tickets(State *s, int seat, PyObject *offer_list, PyObject *kept_list) {
    long numbers[MOST_TICKETS];
    int offered = read_numbers(offer_list, "offers", 0, MOST_TICKETS - 1, numbers, MOST_OFFER);
    for (int n = 0; n < offered; n++) s->offers[seat][n] = (uint8_t)numbers[n];
    if (offered < 0) return false;
    s->offer_sizes[seat] = (uint8_t)offered;
    int room = MOST_TICKETS - s->kept_size;
    int kept = read_numbers(kept_list, "tickets", 0, MOST_TICKETS - 1, numbers, room);
    for (int n = 0; n < kept; n++) {
        s->keeper[s->kept_size] = (uint8_t)seat;
        s->kept[s->kept_size++] = (uint8_t)numbers[n];
    }
    return kept >= 0;
}

/* All tickets: those of the deck, offered, chosen and kept. */
static bool read_all_tickets(PyObject *game, State *s) {
    int size = pile_of(game, "ticket_deck", MOST_TICKETS - 1, s->ticket_deck, MOST_TICKETS);
    if (size < 0) return false;
    s->ticket_deck_size = (uint8_t)size;
    PyObject *offers = list_by_seat(game, "offers", s->seats);
    PyObject *tickets = offers ? list_by_seat(game, "tickets", s->seats) : NULL;
    PyObject *chosen = tickets ? list_by_seat(game, "chosen", s->seats) : NULL;
    bool found = chosen != NULL;
    for (int seat = 0; found && seat < s->seats; seat++)
        found = read_seat_tickets(s, seat, PyList_GET_ITEM(offers, seat),
                                  PyList_GET_ITEM(tickets, seat))
            && read_chosen(PyList_GET_ITEM(chosen, seat), s, seat, &s->chosen[seat]);
    Py_XDECREF(offers);
    Py_XDECREF(tickets);
    Py_XDECREF(chosen);
    return found;
}

/* The owners of pieces or depots: a dict of cities and seats. Returns how many there are, or -1. */
static int read_owners(const Rules *r, const State *s, PyObject *part, int8_t *owners) {
    PyObject *owner = part_of(part, "owner"), *city, *seat;
    Py_ssize_t at = 0;
    int size = 0;
    memset(owners, NOBODY, MOST_CITIES);
    bool fits = owner && (PyDict_CheckExact(owner) || refuse("owners are a dict, by city"));
    while (fits && PyDict_Next(owner, &at, &city, &seat)) {
        long town = 0, number = 0;
        fits = read_number(city, "a city", 0, r->cities - 1, &town)
            && read_number(seat, "an owner", 0, s->seats - 1, &number);
        if (fits && !r->town[town]) fits = refuse("nothing can stand on city %ld", town);
        if (fits) owners[town] = (int8_t)number, size++;
    }
    Py_XDECREF(owner);
    return fits ? size : -1;
}

static bool read_terrain(const Rules *r, PyObject *part, PyObject *hidden, State *s) {
    PyObject *doubled = part_of(part, "doubled");
    bool fits = doubled && read_mask(doubled, "doubled", &r->everything, &s->doubled)
        && bytes_of(part, "row", 0, TERRAIN_EACH, s->terrain_row, TERRAINS)
        && bytes_of(part, "discard", 0, TERRAIN_EACH, s->terrain_discard, TERRAINS)
        && rows_of(part, "cards", s->seats, TERRAIN_EACH, s->terrain_cards[0], TERRAINS)
        && byte_of(part, "deck_size", 0, TERRAIN_CARDS, &s->terrain_deck_size)
        && int_of(part, "shuffles", 1, 1 << 20, &s->terrain_shuffles);
    Py_XDECREF(doubled);
    if (!fits) return false;
    if (pile_of(hidden, "cards", TERRAINS - 1, s->terrain_deck, TERRAIN_CARDS) != s->terrain_deck_size)
        return PyErr_Occurred() ? false : refuse("the terrain deck has not the cards that it shows");
    for (int kind = 0; kind < TERRAINS; kind++) {
        int all = s->terrain_row[kind] + s->terrain_discard[kind];
        for (int seat = 0; seat < s->seats; seat++) all += s->terrain_cards[seat][kind];
        for (int n = 0; n < s->terrain_deck_size; n++) all += s->terrain_deck[n] == kind;
        if (all != TERRAIN_EACH) return refuse("there are %d terrain cards of a kind (A2)", all);
    }
    return true;
}

static bool read_towns(const Rules *r, PyObject *part, State *s) {
    if (read_owners(r, s, part, s->piece_owner) < 0
        || !bytes_of(part, "left", 0, PIECES, s->pieces_left, s->seats)
        || !masks_of(part, "reach", s->seats, r, s->reach)) return false;
    PyObject *start = list_by_seat(part, "start", s->seats);
    bool fits = start != NULL;
    for (int seat = 0; fits && seat < s->seats; seat++) {
        PyObject *town = PyList_GET_ITEM(start, seat);
        long city = -1;
        fits = town == Py_None || read_number(town, "a starting town", 0, r->cities - 1, &city);
        s->start[seat] = (int8_t)city;
    }
    Py_XDECREF(start);
    for (int seat = 0; fits && seat < s->seats; seat++) {
        int placed = 0;
        for (int city = 0; city < r->cities; city++) placed += s->piece_owner[city] == seat;
        if (placed + s->pieces_left[seat] != PIECES)
            fits = refuse("seat %d has not %d city pieces (O1)", seat, PIECES);
    }
    return fits;
}

static bool read_alvin(const Rules *r, PyObject *part, State *s) {
    return byte_of(part, "town", 0, r->cities - 1, &s->alvin_town)
        && optional_of(part, "holder", s->seats - 1, &s->alvin_holder)
        && truth_of(part, "caught", &s->alvin_caught);
}

static bool read_warehouses(const Rules *r, PyObject *part, PyObject *hidden, State *s) {
    int depots = read_owners(r, s, part, s->depot_owner);
    if (depots < 0 || !bytes_of(part, "reserve", 0, DEPOTS, s->reserve, s->seats)
        || !bytes_of(part, "sizes", 0, MOST_CARDS, s->stored_sizes, s->seats)
        || !int_of(part, "stored_turn", 0, s->turns, &s->stored_turn)
        || !byte_of(part, "stored_taken", 0, 3, &s->stored_taken)) return false;
    s->depots = (uint8_t)depots;
    PyObject *stored = list_by_seat(hidden, "of", s->seats);
    bool fits = stored != NULL;
    for (int seat = 0; fits && seat < s->seats; seat++) {
        long cards[MOST_CARDS];
        int room = MOST_CARDS - s->stored_size;
        int size = read_numbers(PyList_GET_ITEM(stored, seat), "of", 0, LOCOMOTIVE, cards, room);
        for (int n = 0; n < size; n++)
            s->stored[s->stored_size++] = (uint8_t)(cards[n] | seat << 4);
        if (size >= 0 && size != s->stored_sizes[seat])
            refuse("a warehouse has not the cards that it shows");
        fits = size >= 0 && size == s->stored_sizes[seat];
    }
    Py_XDECREF(stored);
    return fits;
}

/* The stations of a game, and how many each seat has left. */
static bool read_stations(const Rules *r, PyObject *part, State *s) {
    int stations = read_owners(r, s, part, s->station_owner);
    if (stations < 0 || !bytes_of(part, "left", 0, STATIONS, s->stations_left, s->seats))
        return false;
    s->stations = (uint8_t)stations;
    for (int seat = 0; seat < s->seats; seat++) {
        int built = 0;
        for (int city = 0; city < r->cities; city++) built += s->station_owner[city] == seat;
        if (built + s->stations_left[seat] != STATIONS)
            return refuse("seat %d has not %d stations (X1)", seat, STATIONS);
    }
    for (int city = 0; city < r->cities; city++)
        if (s->station_owner[city] != NOBODY && s->depot_owner[city] != NOBODY)
            return refuse("city %d has two buildings (W5)", city);
    return true;
}

/* The claim of a tunnel whose payment lies on the table; false with a sentence if it makes none. */
static bool read_payment(const Rules *r, PyObject *laid, State *s) {
    long seat = 0, factor = 0;
    if (!number_of_part(laid, "seat", s->seat, s->seat, &seat)
        || !number_of_part(laid, "factor", 1, 1, &factor)
        || !byte_of(laid, "route", 0, r->routes - 1, &s->laid_route)
        || !byte_of(laid, "color", 0, LOCOMOTIVE, &s->laid_color)
        || !byte_of(laid, "locomotives", 0, MOST_LENGTH, &s->laid_locomotives)) return false;
    Action claim = claim_of(s->laid_route, s->laid_color, s->laid_locomotives);
    Mask routes = claimable(r, s, s->seat);
    s->laid = true;
    return (fits(r, claim) && mask_has(&routes, claim.what) && mask_has(&r->tunnels, claim.what))
        || refuse("the payment on the table is for no tunnel that could be claimed (X3)");
}

/* The tunnels given up, and what lies on the table for one. */
static bool read_tunnels(const Rules *r, PyObject *game, PyObject *part, State *s) {
    int turned = 0;
    if (!bytes_of(part, "turned", 0, TURNED_UP, s->turned, KINDS)
        || !bytes_of(part, "given_up", 0, MOST_GIVEN_UP, s->given_up, s->seats)) return false;
    PyObject *laid = part_of(game, "pending");
    bool fit = laid && (laid == Py_None || read_payment(r, laid, s));
    Py_XDECREF(laid);
    for (int card = 0; card < KINDS; card++) turned += s->turned[card];
    if (fit && turned > (s->laid ? TURNED_UP : 0))
        return refuse("%d cards are turned up, which is too many (X3)", turned);
    return fit;
}

/* Whether all train cards are there, and the sizes are what they say (G2). */
static bool cards_add_up(const Rules *r, const State *s) {
    int sizes[MOST_SEATS] = {0}, row = 0;
    for (int card = 0; card < KINDS; card++) {
        int all = s->row[card] + s->discard[card] + s->turned[card];
        int others = s->laid ? r->length[s->laid_route] - s->laid_locomotives : 0;
        if (s->laid) all += card == LOCOMOTIVE ? s->laid_locomotives : 0;
        if (s->laid && card == s->laid_color) all += others;
        row += s->row[card];
        for (int seat = 0; seat < s->seats; seat++) {
            all += s->hands[seat][card];
            sizes[seat] += s->hands[seat][card];
        }
        for (int n = 0; n < s->deck_size; n++) all += s->deck[n] == card;
        for (int n = 0; n < s->stored_size; n++) all += (s->stored[n] & 15) == card;
        if (all != r->cards[card])
            return refuse("there are %d train cards of kind %d, not %d (G2)", all, card,
                          r->cards[card]);
    }
    for (int seat = 0; seat < s->seats; seat++)
        if (sizes[seat] != s->hand_sizes[seat])
            return refuse("the hand of seat %d has not the cards that it shows", seat);
    return row == s->row_size || refuse("the row has not the cards that it shows");
}

/* Whether no ticket is in two places, and the numbers are what they say. */
static bool tickets_add_up(const Rules *r, const State *s) {
    bool in_deck[MOST_TICKETS] = {false};
    int counts[MOST_SEATS] = {0}, size = 0;
    uint8_t all[3 * MOST_TICKETS];
    for (int n = 0; n < r->deck_size; n++) in_deck[r->deck[n]] = true;
    for (int n = 0; n < r->long_deck_size; n++) in_deck[r->long_deck[n]] = true;
    for (int n = 0; n < s->ticket_deck_size; n++) all[size++] = s->ticket_deck[n];
    for (int n = 0; n < s->kept_size; n++) {
        all[size++] = s->kept[n];
        counts[s->keeper[n]]++;
    }
    for (int seat = 0; seat < s->seats; seat++) {
        for (int n = 0; n < s->offer_sizes[seat]; n++) all[size++] = s->offers[seat][n];
        if (counts[seat] != s->ticket_counts[seat])
            return refuse("seat %d has not the tickets that it shows", seat);
    }
    for (int n = 0; n < size; n++) {
        if (!in_deck[all[n]]) return refuse("ticket %d is twice in the game, or foreign", all[n]);
        in_deck[all[n]] = false;
    }
    return true;
}

/* Whether each seat's routes and trains are all its trains (C2). */
static bool trains_add_up(const Rules *r, const State *s) {
    for (int seat = 0; seat < s->seats; seat++) {
        int trains = s->trains[seat];
        for (int route = 0; route < r->routes; route++)
            if (mask_has(&s->owned[seat], route)) trains += r->length[route];
        if (trains != r->trains)
            return refuse("seat %d has %d trains in all, not %d (G3)", seat, trains, r->trains);
    }
    return true;
}

/* Whether the question fits the time of the game. */
static bool question_fits(const Rules *r, State *s) {
    bool setting_up = s->turns == 0, fits;
    Options options;
    if (s->over)
        return (s->phase == OVER && !s->laid) || refuse("a game that is over asks nothing");
    if (setting_up) {
        fits = s->turn == NOBODY && (s->phase == KEEP || s->phase == START || s->phase == DEPOT);
        for (int seat = 0; fits && s->phase != KEEP && seat < s->seats; seat++)
            fits = !s->offer_sizes[seat];
    } else {
        fits = s->turn == (int8_t)s->seat && s->phase != START && s->phase != DEPOT
            && s->phase != OVER;
    }
    fits &= s->laid == (s->phase == SURCHARGE && surcharge(s) > 0);
    if (!fits || !count_legal(r, s, &options))
        return refuse("the game asks a question that nobody could be asked then");
    return true;
}

/* Read a whole game of the referee; `parts` are what its modules keep, None for those not there. */
static bool read_game(const RulesObject *rules, PyObject *game, PyObject *parts, State *s) {
    const Rules *r = &rules->r;
    PyObject *terrain_part, *terrain_deck, *towns_part, *alvin_part, *warehouses_part, *stored;
    PyObject *stations_part, *tunnels_part;
    if (!PyArg_ParseTuple(parts, "OOOOOOOO", &terrain_part, &terrain_deck, &towns_part, &alvin_part,
                          &warehouses_part, &stored, &stations_part, &tunnels_part)) return false;
    memset(s, 0, sizeof *s);
    memset(s->start, NOBODY, sizeof s->start);
    memset(s->piece_owner, NOBODY, sizeof s->piece_owner);
    memset(s->depot_owner, NOBODY, sizeof s->depot_owner);
    memset(s->station_owner, NOBODY, sizeof s->station_owner);
    s->alvin_town = (uint8_t)r->alvin_home;
    s->alvin_holder = NOBODY;
    return read_table(rules, game, s) && read_all_tickets(game, s)
        && (!r->terrain || read_terrain(r, terrain_part, terrain_deck, s))
        && (!r->towns_module || read_towns(r, towns_part, s))
        && (!r->alvin || read_alvin(r, alvin_part, s))
        && (!r->warehouses || read_warehouses(r, warehouses_part, stored, s))
        && (!r->europe || read_stations(r, stations_part, s))
        && (!r->europe || read_tunnels(r, game, tunnels_part, s))
        && cards_add_up(r, s) && tickets_add_up(r, s) && trains_add_up(r, s) && question_fits(r, s);
}
