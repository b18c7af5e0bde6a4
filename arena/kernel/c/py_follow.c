/* Followers as Python has them: imagined games played to their end by plans, after each of some
   intents (arena/kernel/followed.py). */

static const char *const WEIGHT_WORDS[] = {
    "turn", "train", "rate", "held", "least", "spread", "extra", "locomotive", "danger", "block",
    "runner_up", "pace", "tight", "slack", "single", "growth",
};
enum { WEIGHTS = sizeof WEIGHT_WORDS / sizeof WEIGHT_WORDS[0], MOST_WEIGHT = 1000000 };

static bool read_weights(PyObject *object, Weights *weights) {
    double numbers[WEIGHTS];
    _Static_assert(sizeof numbers == sizeof *weights, "a word for each weight");
    for (int n = 0; n < WEIGHTS; n++) {
        PyObject *value = PyObject_GetAttrString(object, WEIGHT_WORDS[n]);
        numbers[n] = value ? PyFloat_AsDouble(value) : -1.0;
        Py_XDECREF(value);
        if (PyErr_Occurred()) {
            PyErr_Clear();
            return refuse("weights have a number for %s", WEIGHT_WORDS[n]);
        }
        if (!(fabs(numbers[n]) <= MOST_WEIGHT))
            return refuse("the weight %s is no more than %d", WEIGHT_WORDS[n], MOST_WEIGHT);
    }
    memcpy(weights, numbers, sizeof numbers);
    if (weights->turn > 0.0 && weights->rate > 0.0 && weights->single > 0.0 && weights->least >= 0.0)
        return true;
    return refuse("the weights turn, rate and single are more than 0, and least is not less");
}

/* Whether followers can play these rules: those of modules are left to Python. */
static bool can_follow(const Rules *r) {
    if (r->terrain || r->towns_module || r->alvin || r->warehouses || r->europe)
        return refuse("the kernel follows plans in games without modules only");
    return r->roads->fits
        || refuse("the kernel knows %d parallel routes at most", MOST_SEATS);
}

/* An intent: an action and the route to claim before all others, or None. */
static bool read_intent(TableObject *self, PyObject *intent, Action *action, int *first) {
    long route = -1;
    if (!PyTuple_Check(intent) || PyTuple_GET_SIZE(intent) != 2)
        return refuse("an intent is an action, and a route or None");
    PyObject *object = PyTuple_GET_ITEM(intent, 0), *number = PyTuple_GET_ITEM(intent, 1);
    if (!understood(self, object, action)) {
        if (!PyErr_Occurred()) Py_XDECREF(table_apply(self, object));
        return false;
    }
    if (number != Py_None
        && !read_number(number, "a route", 0, self->rules->r.routes - 1, &route)) return false;
    *first = (int)route;
    return true;
}

/* What a copy of the table comes to by an intent: the decisions that it took, and the scores. */
static PyObject *follow_intent(const TableObject *self, const Weights *weights,
                               const Follower *begun, Action action, int first) {
    const Rules *r = &self->rules->r;
    Follower followers[MOST_SEATS];
    SeatResult results[MOST_SEATS];
    State s = self->s;
    memcpy(followers, begun, sizeof(Follower) * s.seats);
    followers[s.seat].first = first;
    apply(r, &s, action);
    int decisions = follow_to_end(r, &s, weights, followers);
    if (s.failed) {
        if (!PyErr_Occurred()) refuse("nothing is legal in this game");
        return NULL;
    }
    score_game(r, &s, results);
    PyObject *scores = PyTuple_New(s.seats);
    for (int seat = 0; scores && seat < s.seats; seat++)
        PyTuple_SET_ITEM(scores, seat, PyLong_FromLong(results[seat].score));
    return scores ? Py_BuildValue("iN", decisions, scores) : NULL;
}

/* What copies of the table come to, if one of some intents is taken and all seats follow plans that
   they make now; the asked seat makes none for the tickets that it has given up, and none before it
   has kept the tickets that it is offered. */
static PyObject *table_follow(TableObject *self, PyObject *args) {
    PyObject *intents, *given_up, *weighed;
    const Rules *r = &self->rules->r;
    const State *s = &self->s;
    Weights weights;
    Follower followers[MOST_SEATS];
    long tickets[MOST_TICKETS];
    if (!PyArg_ParseTuple(args, "O!OO", &PyList_Type, &intents, &given_up, &weighed)) {
        PyErr_Clear();
        return refuse("a list of intents, tickets given up and weights are asked for"), NULL;
    }
    if (!can_follow(r) || !read_weights(weighed, &weights)) return NULL;
    if (s->over) return refuse("the game is over (E1)"), NULL;
    int size = read_numbers(given_up, "tickets", 0, r->tickets - 1, tickets, MOST_TICKETS);
    if (size < 0) return NULL;
    for (int seat = 0; seat < s->seats; seat++) {
        Networks networks;
        Chair chair = {r, s, &weights, seat, &networks};
        begin_follower(&followers[seat], seat);
        for (int n = 0; seat == s->seat && n < size; n++)
            set_put(&followers[seat].given_up, (int)tickets[n]);
        if (seat != s->seat || s->phase != KEEP) make_new_plan(&chair, &followers[seat]);
    }
    PyObject *outcomes = PyList_New(0);
    for (Py_ssize_t n = 0; outcomes && n < PyList_GET_SIZE(intents); n++) {
        Action action;
        int first;
        PyObject *intent = Py_NewRef(PyList_GET_ITEM(intents, n));
        PyObject *outcome = read_intent(self, intent, &action, &first)
            ? follow_intent(self, &weights, followers, action, first) : NULL;
        Py_DECREF(intent);
        if (!outcome || PyList_Append(outcomes, outcome)) Py_CLEAR(outcomes);
        Py_XDECREF(outcome);
    }
    return outcomes;
}
