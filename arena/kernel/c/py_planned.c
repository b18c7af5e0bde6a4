/* Imagined games in which all seats plan, for Python (arena/kernel/planned.py). */

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

/* Whether planners know these rules: those of modules are left to Python. */
static bool can_plan(const Rules *r) {
    if (r->terrain || r->towns_module || r->alvin || r->warehouses || r->europe)
        return refuse("the kernel plans in games without modules only");
    return r->roads->fits || refuse("the kernel knows %d parallel routes at most", MOST_SEATS);
}

/* What a seat means to do: an action, or none but its plan's, and a route that comes first, or -1. */
typedef struct { bool acts; Action action; int first; } Intent;

static bool read_intent(TableObject *self, PyObject *pair, Intent *intent) {
    long route = -1;
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2)
        return refuse("an intent is an action or None, and a route or None");
    PyObject *object = PyTuple_GET_ITEM(pair, 0), *number = PyTuple_GET_ITEM(pair, 1);
    intent->acts = object != Py_None;
    if (intent->acts && !understood(self, object, &intent->action)) {
        if (!PyErr_Occurred()) Py_XDECREF(table_apply(self, object));
        return false;
    }
    if (number != Py_None
        && !read_number(number, "a route", 0, self->rules->r.routes - 1, &route)) return false;
    intent->first = (int)route;
    return true;
}

/* What a copy of the table comes to by an intent: the decisions that it took, and the scores. */
static PyObject *carry_out(const TableObject *self, const Weights *weights,
                           const TicketSet *given_up, const Intent *intent) {
    const Rules *r = &self->rules->r;
    Planner planners[MOST_SEATS];
    SeatResult results[MOST_SEATS];
    State s = self->s;
    for (int seat = 0; seat < s.seats; seat++) {
        planners[seat].seat = seat;
        planners[seat].first = seat == s.seat ? intent->first : -1;
        planners[seat].planned = false;
        planners[seat].given_up = seat == s.seat ? *given_up : (TicketSet){{0}};
    }
    if (intent->acts) apply(r, &s, intent->action);
    int decisions = plan_to_end(r, &s, weights, planners);
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

/* What copies of the table come to by each of some intents, if all seats plan; the asked seat does
   not for the tickets that it has given up. */
static PyObject *table_finish_planned(TableObject *self, PyObject *args) {
    PyObject *intents, *given_up, *weighed;
    const Rules *r = &self->rules->r;
    Weights weights;
    TicketSet set = {{0}};
    long tickets[MOST_TICKETS];
    if (!PyArg_ParseTuple(args, "O!OO", &PyList_Type, &intents, &given_up, &weighed)) {
        PyErr_Clear();
        return refuse("a list of intents, tickets given up and weights are asked for"), NULL;
    }
    if (!can_plan(r) || !read_weights(weighed, &weights)) return NULL;
    if (self->s.over) return refuse("the game is over (E1)"), NULL;
    int size = read_numbers(given_up, "tickets", 0, r->tickets - 1, tickets, MOST_TICKETS);
    if (size < 0) return NULL;
    for (int n = 0; n < size; n++) set_put(&set, (int)tickets[n]);
    PyObject *outcomes = PyList_New(0);
    for (Py_ssize_t n = 0; outcomes && n < PyList_GET_SIZE(intents); n++) {
        Intent intent;
        PyObject *pair = Py_NewRef(PyList_GET_ITEM(intents, n));
        PyObject *outcome = read_intent(self, pair, &intent)
            ? carry_out(self, &weights, &set, &intent) : NULL;
        Py_DECREF(pair);
        if (!outcome || PyList_Append(outcomes, outcome)) Py_CLEAR(outcomes);
        Py_XDECREF(outcome);
    }
    return outcomes;
}
