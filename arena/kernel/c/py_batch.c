/* Many games side by side, in one block of memory that numpy can look at without copying. */

typedef struct {
    PyObject_HEAD
    RulesObject *rules;
    State *states;
    Py_ssize_t size;
    int seats;
    bool busy;  /* a call has let go of Python's lock and works on the states */
} BatchObject;

static PyTypeObject BatchType;

enum { AT_A_TIME = 64 };  /* games between two looks at signals such as Ctrl-C */

static BatchObject *new_batch(PyTypeObject *type, RulesObject *rules, int seats, Py_ssize_t size) {
    if (size > PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(State)) return (BatchObject *)PyErr_NoMemory();
    BatchObject *self = (BatchObject *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    self->rules = (RulesObject *)Py_NewRef((PyObject *)rules);
    self->seats = seats;
    self->size = size;
    self->states = PyMem_RawCalloc((size_t)size ? (size_t)size : 1, sizeof(State));
    if (self->states) return self;
    Py_DECREF(self);
    return (BatchObject *)PyErr_NoMemory();
}

static bool is_free(const BatchObject *self) {
    return !self->busy || refuse("another thread is playing these games");
}

/* Something to be done to each game without Python's lock. */
typedef void Work(const Rules *r, State *s, void *what, Py_ssize_t nth);

/* Note which shuffles it will come to. */
typedef void Foresee(Foresight *f, const Rules *r, const State *s);

static void foresee_nothing(Foresight *f, const Rules *r, const State *s) {
    (void)f, (void)r, (void)s;
}

/* Foresee the shuffles of as many games as there is room for; returns how many games. */
static Py_ssize_t foresee_some(Foresight *f, const Rules *r, State *states, Py_ssize_t most,
                               Foresee *ahead) {
    Py_ssize_t games = 0;
    begin_foresight(f, r);
    do {
        State *s = &states[games++];
        s->foresight = f;
        if (s->chance == SEEDED && !s->over) ahead(f, r, s);
    } while (games < most && f->size * (games + 1) <= LANES * games);  /* one more, like these */
    work_out_words(f, 0, f->size);
    return games;
}

/* Do it to some games. */
static void work_on(const Rules *r, State *states, Py_ssize_t from, Py_ssize_t to, Foresee *ahead,
                    Work *each, void *what) {
    Foresight f;
    for (Py_ssize_t nth = from; nth < to;) {
        Py_ssize_t games = foresee_some(&f, r, &states[nth], to - nth, ahead);
        for (; games; games--, nth++) {
            each(r, &states[nth], what, nth);
            states[nth].foresight = NULL;
        }
    }
}

/* Do it to all games, with their shuffles foreseen; false if a signal came. */
static bool work_ahead(BatchObject *self, Foresee *ahead, Work *each, void *what) {
    bool going = true;
    self->busy = true;
    for (Py_ssize_t from = 0; going && from < self->size; from += AT_A_TIME) {
        Py_ssize_t to = from + AT_A_TIME < self->size ? from + AT_A_TIME : self->size;
        Py_BEGIN_ALLOW_THREADS
        work_on(&self->rules->r, self->states, from, to, ahead, each, what);
        Py_END_ALLOW_THREADS
        going = PyErr_CheckSignals() == 0;
    }
    self->busy = false;
    return going;
}

static bool work(BatchObject *self, Work *each, void *what) {
    return work_ahead(self, foresee_nothing, each, what);
}

static void deal_one(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    (void)what, (void)nth;
    deal(r, s);
}

static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    PyObject *rules, *seeds;
    int seats;
    if ((named && PyDict_GET_SIZE(named))
        || !PyArg_ParseTuple(args, "O!iO", &RulesType, &rules, &seats, &seeds)
        || !(seeds = PySequence_Fast(seeds, ""))) {
        PyErr_Clear();
        return refuse("a batch is made of rules, a number of seats and a list of seeds"), NULL;
    }
    const Rules *r = &((RulesObject *)rules)->r;
    Py_ssize_t size = PySequence_Fast_GET_SIZE(seeds);
    BatchObject *self = NULL;
    if (enough_for(r, seats)) self = new_batch(type, (RulesObject *)rules, seats, size);
    for (Py_ssize_t nth = 0; self && nth < size; nth++) {
        lay_table(r, &self->states[nth], seats);
        if (!set_seed(&self->states[nth], PySequence_Fast_GET_ITEM(seeds, nth))) Py_CLEAR(self);
    }
    Py_DECREF(seeds);
    if (self && !work_ahead(self, foresee_deal, deal_one, NULL)) Py_CLEAR(self);
    return (PyObject *)self;
}

static void batch_dealloc(BatchObject *self) {
    PyMem_RawFree(self->states);
    Py_XDECREF(self->rules);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static Py_ssize_t batch_length(BatchObject *self) { return self->size; }

/* The copies of one table, each with a quick generator of its own for its shuffles. */
static PyObject *batch_of(PyObject *type, PyObject *args) {
    PyObject *table, *seed;
    Py_ssize_t size;
    uint64_t generator = 0;
    if (!PyArg_ParseTuple(args, "O!nO", &TableType, &table, &size, &seed) || size < 0) {
        PyErr_Clear();
        return refuse("copies are made of a table, a number and a seed"), NULL;
    }
    if (!read_generator(seed, &generator)) return NULL;
    TableObject *from = (TableObject *)table;
    BatchObject *self = new_batch((PyTypeObject *)type, from->rules, from->s.seats, size);
    for (Py_ssize_t nth = 0; self && nth < size; nth++) {
        State *s = &self->states[nth];
        memcpy(s, &from->s, sizeof(State));
        s->chance = QUICK;
        s->chance_object = NULL;
        s->quick = next_random(&generator);
    }
    return (PyObject *)self;
}

static PyObject *batch_clone(BatchObject *self, PyObject *nothing) {
    (void)nothing;
    if (!is_free(self)) return NULL;
    BatchObject *other = new_batch(Py_TYPE(self), self->rules, self->seats, self->size);
    if (other) memcpy(other->states, self->states, sizeof(State) * (size_t)self->size);
    return (PyObject *)other;
}

/* Which game is meant. */
static State *state_at(BatchObject *self, PyObject *index) {
    long nth = 0;
    if (!is_free(self)) return NULL;
    if (!read_number(index, "the number of a game", 0, (long)self->size - 1, &nth)) return NULL;
    return &self->states[nth];
}

static PyObject *batch_get(BatchObject *self, PyObject *args) {
    PyObject *type, *index;
    if (!PyArg_ParseTuple(args, "OO", &type, &index)
        || !PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, &TableType)) {
        PyErr_Clear();
        return refuse("a class of tables and the number of a game are asked for"), NULL;
    }
    State *s = state_at(self, index);
    TableObject *table = s ? new_table((PyTypeObject *)type, self->rules) : NULL;
    if (table) memcpy(&table->s, s, sizeof(State));
    return (PyObject *)table;
}

static PyObject *batch_put(BatchObject *self, PyObject *args) {
    PyObject *index, *table;
    if (!PyArg_ParseTuple(args, "OO!", &index, &TableType, &table)) {
        PyErr_Clear();
        return refuse("the number of a game and a table are asked for"), NULL;
    }
    State *s = state_at(self, index);
    TableObject *from = (TableObject *)table;
    if (!s) return NULL;
    if (from->rules != self->rules || from->s.seats != self->seats)
        return refuse("all games of a batch have the same ruleset and as many seats"), NULL;
    if (from->chance) return refuse("games of a batch are shuffled by a seed"), NULL;
    memcpy(s, &from->s, sizeof(State));
    Py_RETURN_NONE;
}

static void count_one(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    Options options;
    ((int32_t *)what)[nth] = count_legal(r, s, &options);
}

/* New memory for so many numbers of each game. */
static PyObject *room_for(BatchObject *self, Py_ssize_t numbers) {
    if (!is_free(self)) return NULL;
    return PyByteArray_FromStringAndSize(NULL, self->size * numbers * (Py_ssize_t)sizeof(int32_t));
}

static PyObject *batch_counts(BatchObject *self, PyObject *nothing) {
    (void)nothing;
    PyObject *room = room_for(self, 1);
    if (room && !work(self, count_one, PyByteArray_AS_STRING(room))) Py_CLEAR(room);
    return room;
}

/* What `play` is to do, and the first game that has no such action. */
typedef struct { const int32_t *numbers; Py_ssize_t wrong; } Choice;

static void check_one(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    Choice *choice = what;
    Options options;
    if (s->over) return;
    int32_t number = choice->numbers[nth];
    if ((number < 0 || number >= count_legal(r, s, &options)) && choice->wrong < 0)
        choice->wrong = nth;
}

static void play_one(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    Options options;
    if (s->over) return;
    int number = ((Choice *)what)->numbers[nth], legal = count_legal(r, s, &options);
    if (number >= 0 && number < legal) apply(r, s, nth_legal(r, s, &options, number));
}

/* Play an action in each game that is not over, by their numbers; all or nothing. */
static PyObject *batch_play(BatchObject *self, PyObject *numbers) {
    Py_buffer view;
    if (!is_free(self)) return NULL;
    if (PyObject_GetBuffer(numbers, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) {
        PyErr_Clear();
        return refuse("the numbers of actions are an array of int32"), NULL;
    }
    bool fits = view.itemsize == 4 && view.format && !strcmp(view.format, "i")
        && view.len == self->size * 4;
    Choice choice = {view.buf, -1};
    if (!fits) refuse("the numbers of actions are an array of int32, one for each game");
    if (fits && work(self, check_one, &choice)) {
        if (choice.wrong >= 0)
            refuse("game %zd has no legal action %d", choice.wrong, (int)choice.numbers[choice.wrong]);
        else work(self, play_one, &choice);
    }
    PyBuffer_Release(&view);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static void finish_one(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    uint64_t generator = *(uint64_t *)what + (uint64_t)nth * 0xd1342543de82ef95u;
    play_out(r, s, &generator);
}

static PyObject *batch_random_end(BatchObject *self, PyObject *seed) {
    uint64_t generator = 0;
    if (!is_free(self) || !read_generator(seed, &generator)) return NULL;
    generator = next_random(&generator);
    if (!work_ahead(self, foresee_play, finish_one, &generator)) return NULL;
    Py_RETURN_NONE;
}

/* Where results go: a block of numbers for each game. */
typedef struct { SeatResult *results; int seats; } Results;

static void score_one(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    Results *to = what;
    SeatResult results[MOST_SEATS];
    if (!s->over) return;
    score_game(r, s, results);
    memcpy(to->results + nth * to->seats, results, sizeof(SeatResult) * (size_t)to->seats);
}

/* The results of all games that are over, zeros for the others. */
static PyObject *batch_results(BatchObject *self, PyObject *nothing) {
    (void)nothing;
    PyObject *room = room_for(self, self->seats * NUMBERS_OF_RESULT);
    if (!room) return NULL;
    memset(PyByteArray_AS_STRING(room), 0, (size_t)PyByteArray_GET_SIZE(room));
    Results results = {(SeatResult *)PyByteArray_AS_STRING(room), self->seats};
    if (!work(self, score_one, &results)) Py_CLEAR(room);
    return room;
}

static PyObject *batch_seats(BatchObject *self, void *closure) {
    (void)closure;
    return PyLong_FromLong(self->seats);
}

static PyObject *batch_rules(BatchObject *self, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)self->rules);
}

static int batch_buffer(BatchObject *self, Py_buffer *view, int flags) {
    Py_ssize_t size = self->size * (Py_ssize_t)sizeof(State);
    return PyBuffer_FillInfo(view, (PyObject *)self, self->states, size, 1, flags);
}

static PyMethodDef batch_methods[] = {
    {"copies", batch_of, METH_VARARGS | METH_CLASS, "Copies of a table, with shuffles of their own."},
    {"clone", (PyCFunction)batch_clone, METH_NOARGS, "An independent copy of all games."},
    {"get", (PyCFunction)batch_get, METH_VARARGS, "A copy of one game, as a table."},
    {"put", (PyCFunction)batch_put, METH_VARARGS, "Put a copy of a table in a game's place."},
    {"counted", (PyCFunction)batch_counts, METH_NOARGS, "How many legal answers each game has."},
    {"play", (PyCFunction)batch_play, METH_O, "Play an action in each game, by their numbers."},
    {"random_end", (PyCFunction)batch_random_end, METH_O, "Play all games to the end at random."},
    {"scored", (PyCFunction)batch_results, METH_NOARGS, "The results of all games, as numbers."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef batch_getset[] = {
    {"seats", (getter)batch_seats, NULL, "How many seats there are.", NULL},
    {"tables", (getter)batch_rules, NULL, "The tables of the ruleset.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PySequenceMethods batch_as_sequence = {.sq_length = (lenfunc)batch_length};
static PyBufferProcs batch_as_buffer = {.bf_getbuffer = (getbufferproc)batch_buffer};

static PyTypeObject BatchType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "arena.kernel._kernel.Batch",
    .tp_basicsize = sizeof(BatchObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "Many games side by side.",
    .tp_new = batch_new,
    .tp_dealloc = (destructor)batch_dealloc,
    .tp_methods = batch_methods,
    .tp_getset = batch_getset,
    .tp_as_sequence = &batch_as_sequence,
    .tp_as_buffer = &batch_as_buffer,
};
