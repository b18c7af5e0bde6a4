/* A table as Python has it: one game, its questions and its answers. */

typedef struct {
    PyObject_HEAD
    RulesObject *rules;
    PyObject *chance;  /* where shuffles come from, if that is an object of Python's */
    State s;
} TableObject;

static PyTypeObject TableType;

/* The order that an object of Python's gives a pile; false with an error if it gives none. */
static bool shuffle_given(State *s, Pile pile, int nth, uint8_t *cards, int size) {
    uint8_t counts[256] = {0};
    long order[256];
    PyObject *list = PyList_New(size);
    for (int n = 0; list && n < size; n++) {
        PyList_SET_ITEM(list, n, PyLong_FromLong(cards[n]));
        counts[cards[n]]++;
    }
    PyObject *told = list ? PyObject_CallMethod(s->chance_object, "shuffled", "siO",
                                                PILE_WORDS[pile], nth, list) : NULL;
    Py_XDECREF(list);
    if (!told) return false;
    int found = read_numbers(told, "a shuffled pile", 0, 255, order, size);
    Py_DECREF(told);
    if (found < 0) return false;
    for (int n = 0; n < found; n++)
        if (!counts[order[n]]--) found = -1;
    if (found != size) return refuse("shuffle %d of the pile '%s' has not the pile's cards",
                                     nth + 1, PILE_WORDS[pile]);
    for (int n = 0; n < size; n++) cards[n] = (uint8_t)order[n];
    return true;
}

/* Set the seed of a state: a whole number of up to 128 bits, kept as its text. */
static bool set_seed(State *s, PyObject *seed) {
    if (!PyLong_CheckExact(seed)) return refuse("a seed is a whole number, not %.60R", seed);
    PyObject *bits = PyObject_CallMethod(seed, "bit_length", NULL);
    long number = bits ? PyLong_AsLong(bits) : -1;
    Py_XDECREF(bits);
    if (number < 0) return false;
    if (number > 128) return refuse("a seed has no more than 128 bits, not %ld", number);
    PyObject *text = PyObject_Str(seed);
    Py_ssize_t size;
    const char *letters = text ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    if (letters && size <= MOST_SEED) {
        memcpy(s->seed, letters, (size_t)size);
        s->seed_size = (uint8_t)size;
        s->chance = SEEDED;
    }
    Py_XDECREF(text);
    return letters != NULL;
}

/* Set where shuffles come from: a seed, or an object with `shuffled`. */
static bool set_chance(TableObject *self, PyObject *chance) {
    if (PyLong_Check(chance)) return set_seed(&self->s, chance);
    if (!PyObject_HasAttrString(chance, "shuffled"))
        return refuse("a seed is a whole number, not %.60R", chance);
    Py_XSETREF(self->chance, Py_NewRef(chance));
    self->s.chance = GIVEN;
    self->s.chance_object = chance;
    return true;
}

static TableObject *new_table(PyTypeObject *type, RulesObject *rules) {
    TableObject *self = (TableObject *)type->tp_alloc(type, 0);
    if (self) self->rules = (RulesObject *)Py_NewRef((PyObject *)rules);
    return self;
}

/* Whether a ruleset has cards and tickets enough for so many seats. */
static bool enough_for(const Rules *r, int seats) {
    if (seats < r->fewest_seats || seats > r->most_seats)
        return refuse("the ruleset is for %d to %d seats, not %d (G1)", r->fewest_seats,
                      r->most_seats, seats);
    int towns = r->towns - (r->alvin && r->town[r->alvin_home]);
    if ((r->towns_module && seats > towns) || (r->warehouses && seats > r->towns))
        return refuse("the board has too few towns for %d seats", seats);
    if (seats * r->first_hand > r->all_cards || seats * r->deal > r->deck_size
        || seats * r->long_deal > r->long_deck_size)
        return refuse("there are too few cards or tickets for %d seats", seats);
    return true;
}

static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    PyObject *rules, *chance;
    int seats;
    if ((named && PyDict_GET_SIZE(named))
        || !PyArg_ParseTuple(args, "O!iO", &RulesType, &rules, &seats, &chance)) {
        PyErr_Clear();
        return refuse("a table is made of rules, a number of seats and a seed"), NULL;
    }
    const Rules *r = &((RulesObject *)rules)->r;
    if (!enough_for(r, seats)) return NULL;
    TableObject *self = new_table(type, (RulesObject *)rules);
    if (!self) return NULL;
    lay_table(r, &self->s, seats);
    if (set_chance(self, chance)) deal_alone(r, &self->s);
    if (!PyErr_Occurred() && !self->s.failed) return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

/* The table of a game of the referee's: (rules, game, parts, end, chance). */
static PyObject *table_read(PyObject *type, PyObject *args) {
    PyObject *rules, *game, *parts, *chance;
    int end;
    if (!PyArg_ParseTuple(args, "O!OO!iO", &RulesType, &rules, &game, &PyTuple_Type, &parts, &end,
                          &chance)) {
        PyErr_Clear();
        return refuse("a table is read from rules, a game, its parts, its end and its chance"), NULL;
    }
    TableObject *self = new_table((PyTypeObject *)type, (RulesObject *)rules);
    if (!self) return NULL;
    bool fits = PyTuple_GET_SIZE(parts) == 8 || refuse("a game has eight parts");
    if (fits && read_game((RulesObject *)rules, game, parts, &self->s)
        && set_chance(self, chance)) {
        bool known = self->s.over ? end == BY_TRAINS || end == BY_STALEMATE : end == GOES_ON;
        self->s.end = (uint8_t)end;
        if (known) return (PyObject *)self;
        refuse("the kernel does not know how the game ended");
    }
    Py_DECREF(self);
    return NULL;
}

static void table_dealloc(TableObject *self) {
    Py_XDECREF(self->rules);
    Py_XDECREF(self->chance);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *table_clone(TableObject *self, PyObject *nothing) {
    (void)nothing;
    TableObject *other = new_table(Py_TYPE(self), self->rules);
    if (!other) return NULL;
    memcpy(&other->s, &self->s, sizeof(State));
    other->chance = Py_XNewRef(self->chance);
    return (PyObject *)other;
}

static PyObject *table_count(TableObject *self, PyObject *nothing) {
    (void)nothing;
    Options options;
    return PyLong_FromLong(count_legal(&self->rules->r, &self->s, &options));
}

static PyObject *table_legal(TableObject *self, PyObject *nothing) {
    (void)nothing;
    enum { SOME = 256 };
    Action some[SOME];
    Options options;
    int number = count_legal(&self->rules->r, &self->s, &options);
    Listing list = {number > SOME ? malloc(sizeof(Action) * (size_t)number) : some, 0, number};
    if (!list.actions) return PyErr_NoMemory();
    list_legal(&self->rules->r, &self->s, &list);
    PyObject *found = PyList_New(list.size);
    for (int n = 0; found && n < list.size; n++) {
        PyObject *action = object_of(self->rules, &self->s, list.actions[n]);
        if (!action) Py_CLEAR(found);
        else PyList_SET_ITEM(found, n, action);
    }
    if (list.actions != some) free(list.actions);
    return found;
}

/* The nth legal action of a table; false with a sentence if there are not so many. */
static bool nth_of(TableObject *self, PyObject *index, Action *action) {
    Options options;
    long nth;
    int number = count_legal(&self->rules->r, &self->s, &options);
    if (!PyLong_CheckExact(index)) return refuse("the number of an action is an int");
    int overflow;
    nth = PyLong_AsLongAndOverflow(index, &overflow);
    if (overflow || nth < 0 || nth >= number) {
        if (!number) return refuse("the game is over (E1)");
        return refuse("there are %d legal actions, numbered from 0, so no number %.60R", number,
                      index);
    }
    *action = nth_legal(&self->rules->r, &self->s, &options, (int)nth);
    return true;
}

static PyObject *table_nth(TableObject *self, PyObject *index) {
    Action action;
    return nth_of(self, index, &action) ? object_of(self->rules, &self->s, action) : NULL;
}

/* Play a legal action; a given chance that fails leaves the table as it was. */
static PyObject *play_on(TableObject *self, Action action) {
    if (self->s.chance != GIVEN) {
        apply(&self->rules->r, &self->s, action);
        Py_RETURN_NONE;
    }
    State before = self->s;
    apply(&self->rules->r, &self->s, action);
    if (!self->s.failed) Py_RETURN_NONE;
    self->s = before;
    return NULL;
}

static PyObject *table_play(TableObject *self, PyObject *index) {
    Action action;
    return nth_of(self, index, &action) ? play_on(self, action) : NULL;
}

/* Whether an object is an action that is legal now. */
static bool understood(TableObject *self, PyObject *object, Action *action) {
    return action_of(self->rules, &self->s, object, action)
        && is_legal(&self->rules->r, &self->s, *action);
}

static PyObject *table_apply(TableObject *self, PyObject *object) {
    Action action;
    if (understood(self, object, &action)) return play_on(self, action);
    if (PyErr_Occurred()) return NULL;
    PyObject *refused = PyObject_CallMethod((PyObject *)self, "_refuse", "(O)", object);
    Py_XDECREF(refused);
    if (!PyErr_Occurred()) refuse("the action is not legal");
    return NULL;
}

static PyObject *table_is_legal(TableObject *self, PyObject *object) {
    Action action;
    bool legal = understood(self, object, &action);
    return PyErr_Occurred() ? NULL : PyBool_FromLong(legal);
}

/* A generator's seed out of Python's int. */
static bool read_generator(PyObject *value, uint64_t *generator) {
    if (!PyLong_CheckExact(value)) return refuse("a generator starts from an int, not %.60R", value);
    *generator = PyLong_AsUnsignedLongLongMask(value);
    return true;
}

static PyObject *table_play_out(TableObject *self, PyObject *seed) {
    uint64_t generator = 0;
    if (!read_generator(seed, &generator)) return NULL;
    State before = self->s;
    int decisions = play_out(&self->rules->r, &self->s, &generator);
    if (!self->s.failed) return PyLong_FromLong(decisions);
    self->s = before;
    return NULL;
}

enum { NUMBERS_OF_RESULT = sizeof(SeatResult) / sizeof(int32_t) };

/* The results of a finished game: a tuple of numbers for each seat. */
static PyObject *table_results(TableObject *self, PyObject *nothing) {
    (void)nothing;
    SeatResult results[MOST_SEATS];
    if (!self->s.over) return refuse("the game is not over, so it has no result yet"), NULL;
    score_game(&self->rules->r, &self->s, results);
    PyObject *seats = PyTuple_New(self->s.seats);
    for (int seat = 0; seats && seat < self->s.seats; seat++) {
        const int32_t *numbers = (const int32_t *)&results[seat];
        PyObject *row = PyTuple_New(NUMBERS_OF_RESULT);
        if (!row) return Py_DECREF(seats), NULL;
        for (int n = 0; n < NUMBERS_OF_RESULT; n++)
            PyTuple_SET_ITEM(row, n, PyLong_FromLong(numbers[n]));
        PyTuple_SET_ITEM(seats, seat, row);
    }
    return seats;
}

/* What a copy of the table comes to, if an action (or None) is played, then random ones by a
   generator of this seed: how it ended, its turns, and the numbers of each seat's result. */
static PyObject *table_finish(TableObject *self, PyObject *args) {
    PyObject *object, *seed;
    uint64_t generator = 0;
    Action action;
    if (!PyArg_ParseTuple(args, "OO", &object, &seed)) {
        PyErr_Clear();
        return refuse("an action or None, and a seed, are asked for"), NULL;
    }
    if (!read_generator(seed, &generator)) return NULL;
    if (object != Py_None && !understood(self, object, &action))
        return PyErr_Occurred() ? NULL : table_apply(self, object);
    TableObject copy = {.rules = self->rules, .s = self->s};
    copy.s.chance = QUICK;
    copy.s.chance_object = NULL;
    copy.s.quick = ~generator;
    if (object != Py_None) apply(&self->rules->r, &copy.s, action);
    play_out(&self->rules->r, &copy.s, &generator);
    PyObject *results = table_results(&copy, NULL);
    return results ? Py_BuildValue("iiN", (int)copy.s.end, (int)copy.s.turns, results) : NULL;
}

/* The tickets that each seat has completed, by the routes that count for them now. */
static PyObject *table_completed(TableObject *self, PyObject *nothing) {
    (void)nothing;
    const Rules *r = &self->rules->r;
    const State *s = &self->s;
    PyObject *seats = PyList_New(s->seats);
    for (int seat = 0; seats && seat < s->seats; seat++) {
        uint8_t above[MOST_NODES];
        PyObject *done = PyList_New(0);
        if (!done) return Py_DECREF(seats), NULL;
        PyList_SET_ITEM(seats, seat, done);
        join_network(r, s, seat, above);
        for (int n = 0; n < s->kept_size; n++) {
            if (s->keeper[n] != seat || !completes(r, above, s->kept[n])) continue;
            PyObject *ticket = PyLong_FromLong(s->kept[n]);
            int failed = ticket ? PyList_Append(done, ticket) : -1;
            Py_XDECREF(ticket);
            if (failed) return Py_DECREF(seats), NULL;
        }
    }
    return seats;
}

static PyObject *table_values(TableObject *self, PyObject *nothing) {
    (void)nothing;
    return values_of(&self->s);
}

static PyObject *table_difference(TableObject *self, PyObject *other) {
    if (!PyObject_TypeCheck(other, &TableType)) return refuse("tables are compared with tables"), NULL;
    const char *name = difference(&self->s, &((TableObject *)other)->s);
    if (name) return PyUnicode_FromString(name);
    Py_RETURN_NONE;
}

static PyObject *table_chance(TableObject *self, void *closure) {
    (void)closure;
    if (self->chance) return Py_NewRef(self->chance);
    if (self->s.chance == QUICK) Py_RETURN_NONE;
    char text[MOST_SEED + 1] = {0};
    memcpy(text, self->s.seed, self->s.seed_size);
    return PyLong_FromString(text, NULL, 10);
}

static PyObject *table_quick(TableObject *self, void *closure) {
    (void)closure;
    if (self->s.chance != QUICK) Py_RETURN_NONE;
    return PyLong_FromUnsignedLongLong(self->s.quick);
}

static PyObject *table_rules(TableObject *self, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)self->rules);
}

static PyObject *table_phase(TableObject *self, void *closure) {
    (void)closure;
    PyObject *phase = self->rules->phases[self->s.phase];
    return Py_NewRef(phase ? phase : Py_None);
}

static PyObject *table_over(TableObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(self->s.over);
}

/* A number of the state; the closure says where it is. */
static PyObject *table_byte(TableObject *self, void *closure) {
    return PyLong_FromLong(((uint8_t *)&self->s)[(size_t)closure]);
}

static PyObject *table_turns(TableObject *self, void *closure) {
    (void)closure;
    return PyLong_FromLong(self->s.turns);
}

static int table_buffer(TableObject *self, Py_buffer *view, int flags) {
    return PyBuffer_FillInfo(view, (PyObject *)self, &self->s, sizeof(State), 1, flags);
}

static PyObject *table_finish_planned(TableObject *self, PyObject *args);

static PyMethodDef table_methods[] = {
    {"read", table_read, METH_VARARGS | METH_CLASS, "The table of a game of the referee's."},
    {"clone", (PyCFunction)table_clone, METH_NOARGS, "An independent copy, to play on with."},
    {"count", (PyCFunction)table_count, METH_NOARGS, "How many legal answers there are."},
    {"legal", (PyCFunction)table_legal, METH_NOARGS, "Every legal answer to the question asked."},
    {"nth", (PyCFunction)table_nth, METH_O, "The nth legal answer, from 0."},
    {"play", (PyCFunction)table_play, METH_O, "Play the nth legal answer, from 0."},
    {"apply", (PyCFunction)table_apply, METH_O, "Play an action, or refuse an illegal one."},
    {"is_legal", (PyCFunction)table_is_legal, METH_O, "Whether an action is legal now."},
    {"random_end", (PyCFunction)table_play_out, METH_O,
     "Play random actions to the end, by a generator of this seed; returns how many."},
    {"finish", (PyCFunction)table_finish, METH_VARARGS,
     "What a copy comes to after an action (or None) and random play from a seed."},
    {"finish_planned", (PyCFunction)table_finish_planned, METH_VARARGS,
     "What copies come to by each of some intents, if all seats plan."},
    {"results", (PyCFunction)table_results, METH_NOARGS, "The numbers of each seat's result."},
    {"completed", (PyCFunction)table_completed, METH_NOARGS,
     "The tickets that each seat has completed by now, in the order of keeping."},
    {"values", (PyCFunction)table_values, METH_NOARGS, "All variables of the state, by name."},
    {"difference", (PyCFunction)table_difference, METH_O,
     "The first variable that another table has otherwise; None if there is none."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef table_getset[] = {
    {"over", (getter)table_over, NULL, "Whether the game has ended.", NULL},
    {"phase", (getter)table_phase, NULL, "The question that is asked.", NULL},
    {"seat", (getter)table_byte, NULL, "The seat that is asked.", (void *)offsetof(State, seat)},
    {"seats", (getter)table_byte, NULL, "How many seats there are.", (void *)offsetof(State, seats)},
    {"end", (getter)table_byte, NULL, "How it ended: 0 not yet, 1 trains, 2 stalemate.",
     (void *)offsetof(State, end)},
    {"turns", (getter)table_turns, NULL, "How many turns have begun so far.", NULL},
    {"source", (getter)table_chance, NULL, "The seed, or where else shuffles come from.", NULL},
    {"quick", (getter)table_quick, NULL, "The generator of its shuffles, if it has one.", NULL},
    {"tables", (getter)table_rules, NULL, "The tables of the ruleset.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyBufferProcs table_as_buffer = {.bf_getbuffer = (getbufferproc)table_buffer};

static PyTypeObject TableType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "arena.kernel._kernel.Table",
    .tp_basicsize = sizeof(TableObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "One game in the kernel.",
    .tp_new = table_new,
    .tp_dealloc = (destructor)table_dealloc,
    .tp_methods = table_methods,
    .tp_getset = table_getset,
    .tp_as_buffer = &table_as_buffer,
};
