/* A record played again: every row must be the one that the rules give, else the referee is asked
   for the first difference (arena/results/verify.py). */

enum { MOST_TEXT = 4 * MOST_CARDS + 16 };

/* A ticket that was kept: by which seat, and in which row. */
typedef struct { uint8_t seat, ticket; int row; } KeptTicket;

/* The rows of a record, and how far they were found right. */
typedef struct {
    Listener listener;
    RulesObject *rules;
    PyObject *texts;                     /* a dict: the eight bytes of actions, by their text */
    PyObject *seats, *phases, *actions;  /* the columns of the rows, as lists */
    Py_ssize_t row, size;
    bool wrong, looked;                  /* `looked`: the next row was read already */
    Action next;
    KeptTicket kept[MOST_TICKETS];
    int kept_size;
} Reader;

/* The text of an action that keeps tickets, or of a shuffled pile of tickets. */
static void write_numbers(char *text, const char *word, const uint8_t *numbers, int size) {
    size_t at = strlen(word);
    memcpy(text, word, at);
    for (int n = 0; n < size; n++) {
        int number = numbers[n];
        text[at++] = ' ';
        if (number > 99) text[at++] = (char)('0' + number / 100);
        if (number > 9) text[at++] = (char)('0' + number / 10 % 10);
        text[at++] = (char)('0' + number % 10);
    }
    text[at] = 0;
}

static void write_letters(char *text, const char *word, const char *letters, const uint8_t *cards,
                          int size) {
    size_t at = strlen(word);
    memcpy(text, word, at);
    text[at++] = ' ';
    for (int n = 0; n < size; n++) text[at++] = letters[cards[n]];
    text[at] = 0;
}

/* The next row, if it is this seat's answer to this question; NULL if it is not. */
static PyObject *next_row(Reader *reader, long seat, const char *phase) {
    if (reader->wrong || reader->row >= reader->size) return NULL;
    PyObject *told = PyList_GET_ITEM(reader->seats, reader->row);
    PyObject *word = PyList_GET_ITEM(reader->phases, reader->row);
    PyObject *action = PyList_GET_ITEM(reader->actions, reader->row);
    int overflow;
    if (!PyLong_CheckExact(told) || !PyUnicode_CheckExact(word) || !PyUnicode_CheckExact(action)
        || PyLong_AsLongAndOverflow(told, &overflow) != seat || overflow
        || PyUnicode_CompareWithASCIIString(word, phase)) return NULL;
    return action;
}

/* The bits of the tickets that a text keeps of an offer; -1 if it is no such text. */
static int read_keep(const State *s, PyObject *text) {
    Py_ssize_t size;
    const char *at = PyUnicode_AsUTF8AndSize(text, &size);
    int place = 0, chosen = 0;
    if (!at || size < 4 || memcmp(at, "keep", 4)) return -1;
    for (at += 4; *at; ) {
        int number = 0, digits = 0;
        if (*at++ != ' ') return -1;
        for (; *at >= '0' && *at <= '9' && digits < 3; digits++) number = 10 * number + *at++ - '0';
        while (place < s->offer_sizes[s->seat] && s->offers[s->seat][place] != number) place++;
        if (!digits || place == s->offer_sizes[s->seat]) return -1;
        chosen |= 1 << place++;
    }
    return chosen;
}

/* The eight bytes of an action by its text, which are asked of the referee once. */
static bool look_up(Reader *reader, const State *s, PyObject *text, Action *action) {
    PyObject *known = PyDict_GetItem(reader->texts, text);
    if (known && PyBytes_CheckExact(known) && PyBytes_GET_SIZE(known) == sizeof *action) {
        memcpy(action, PyBytes_AS_STRING(known), sizeof *action);
        return true;
    }
    PyObject *object = PyObject_CallMethod(reader->rules->python, "parse", "(O)", text);
    bool found = object && action_of(reader->rules, s, object, action);
    Py_XDECREF(object);
    if (!found) return PyErr_Clear(), false;
    known = PyBytes_FromStringAndSize((char *)action, sizeof *action);
    if (!known || PyDict_SetItem(reader->texts, text, known) < 0) PyErr_Clear();
    Py_XDECREF(known);
    return true;
}

/* The action that the next row tells, if it is an answer to the question that a state asks. */
static bool told_action(Reader *reader, const State *s, Action *action) {
    PyObject *text = next_row(reader, s->seat, PHASE_WORDS[s->phase]);
    if (!text) return false;
    if (s->phase != KEEP) return look_up(reader, s, text, action);
    int chosen = read_keep(s, text);
    *action = (Action){.kind = KEEPING, .chosen = (uint8_t)chosen};
    return chosen >= 0;
}

/* Note the tickets that a row keeps, in the order of their numbers. */
static void note_kept(Reader *reader, const State *s, int chosen) {
    for (int ticket = 0; ticket < MOST_TICKETS; ticket++)
        for (int at = 0; at < s->offer_sizes[s->seat]; at++)
            if (chosen >> at & 1 && s->offers[s->seat][at] == ticket
                && reader->kept_size < MOST_TICKETS)
                reader->kept[reader->kept_size++] =
                    (KeptTicket){s->seat, (uint8_t)ticket, (int)reader->row};
}

/* The text must be the one that records write: the same tickets, written in the same way. */
static bool is_plain(Reader *reader, const State *s, Action action) {
    uint8_t tickets[MOST_OFFER];
    char text[MOST_TEXT];
    int size = 0;
    if (action.kind != KEEPING) return true;
    for (int at = 0; at < MOST_OFFER; at++)
        if (action.chosen >> at & 1) tickets[size++] = s->offers[s->seat][at];
    write_numbers(text, "keep", tickets, size);
    return !PyUnicode_CompareWithASCIIString(PyList_GET_ITEM(reader->actions, reader->row), text);
}

/* A decision must be what its row tells. */
static void hear_decision(Listener *listener, const State *s, Action action) {
    Reader *reader = (Reader *)listener;
    Action told = reader->next;
    bool found = reader->looked || told_action(reader, s, &told);
    if (!found || memcmp(&told, &action, sizeof told) || !is_plain(reader, s, action))
        reader->wrong = true;
    reader->looked = false;
    if (action.kind == KEEPING) note_kept(reader, s, action.chosen);
    reader->row++;
}

/* A shuffle must be what its row tells. */
static void hear_shuffle(Listener *listener, Pile pile, const uint8_t *cards, int size) {
    Reader *reader = (Reader *)listener;
    PyObject *told = next_row(reader, -1, "chance");
    char text[MOST_TEXT];
    if (pile == DECK_PILE) write_letters(text, "deck", "RBGYKWOPL", cards, size);
    else if (pile == TERRAIN_PILE) write_letters(text, "terrain", "DJM", cards, size);
    else write_numbers(text, PILE_WORDS[pile], cards, size);
    if (!told || PyUnicode_CompareWithASCIIString(told, text)) reader->wrong = true;
    reader->row++;
}

/* Play all rows; true if every one of them is right and they end with the game. */
static bool read_record(Reader *reader, const Rules *r, State *s) {
    Foresight f;
    begin_foresight(&f, r);
    foresee_deal(&f, r, s);
    work_out_words(&f, 0, f.size);
    s->foresight = &f;
    s->listener = &reader->listener;
    deal(r, s);
    while (!s->over && !reader->wrong) {
        Action *action = &reader->next;
        if (!told_action(reader, s, action) || !is_legal(r, s, *action)) return false;
        reader->looked = true;
        apply(r, s, *action);
    }
    s->listener = NULL;
    s->foresight = NULL;
    return !reader->wrong && reader->row == reader->size;
}

/* What became of each ticket that was kept: seat, ticket, row, and whether it was completed. */
static PyObject *kept_in(const Reader *reader, const Rules *r, const State *s) {
    uint8_t above[MOST_SEATS][MOST_NODES];
    for (int seat = 0; seat < s->seats; seat++) join_network(r, s, seat, above[seat]);
    PyObject *list = PyList_New(reader->kept_size);
    for (int n = 0; list && n < reader->kept_size; n++) {
        const KeptTicket *kept = &reader->kept[n];
        bool done = completes(r, above[kept->seat], kept->ticket);
        PyObject *row = Py_BuildValue("iiiO", (int)kept->seat, (int)kept->ticket, kept->row,
                                      done ? Py_True : Py_False);
        if (!row) return Py_DECREF(list), NULL;
        PyList_SET_ITEM(list, n, row);
    }
    return list;
}

/* The result of a record that is right in every row; None if it is not, or can't be read. */
static PyObject *replay_record(PyObject *module, PyObject *args) {
    PyObject *rules, *seed, *texts;
    int seats;
    Reader reader = {.listener = {hear_decision, hear_shuffle}};
    (void)module;
    if (!PyArg_ParseTuple(args, "O!iOO!O!O!O!", &RulesType, &rules, &seats, &seed, &PyDict_Type,
                          &texts, &PyList_Type, &reader.seats, &PyList_Type, &reader.phases,
                          &PyList_Type, &reader.actions)) {
        PyErr_Clear();
        return refuse("a record is rules, seats, a seed, texts, and three lists"), NULL;
    }
    reader.rules = (RulesObject *)rules;
    reader.texts = texts;
    reader.size = PyList_GET_SIZE(reader.actions);
    if (PyList_GET_SIZE(reader.seats) != reader.size || PyList_GET_SIZE(reader.phases) != reader.size)
        return refuse("the columns of a record are equally long"), NULL;
    const Rules *r = &reader.rules->r;
    TableObject table = {.rules = reader.rules};
    if (!enough_for(r, seats)) return NULL;
    lay_table(r, &table.s, seats);
    if (!set_seed(&table.s, seed)) return NULL;
    if (!read_record(&reader, r, &table.s)) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    PyObject *kept = kept_in(&reader, r, &table.s);
    PyObject *results = kept ? table_results(&table, NULL) : NULL;
    if (!results) return Py_XDECREF(kept), NULL;
    return Py_BuildValue("iiNN", (int)table.s.end, (int)table.s.turns, results, kept);
}
