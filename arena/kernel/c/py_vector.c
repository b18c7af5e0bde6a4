/* The games of a batch as arrays for bots that learn: what seats observe and may do, by number.

   The layout comes from Python (arena/planning/arrays), part by part, and so do the actions by
   number; nothing here knows a ruleset. What is written is what a view knows, and no more: of other
   seats' cards those taken openly and not paid since. */

enum { MOST_PARTS = 48 };

/* How a part of the table becomes numbers, as arena/referee/observed.py has it. */
typedef enum {
    NUMBERS, SEATS_FORM, HANDS, ROUTES_FORM, SEAT_ROUTES, MY_ROUTES, ROUTE_FORM, CITY_FORM,
    SEAT_FORM, OWNERS, MY_TICKETS, MY_OFFER, MY_QUESTION, FORMS
} Form;

static const char *const FORM_WORDS[FORMS] = {
    "numbers", "seats", "hands", "routes", "seat routes", "my routes", "route", "city",
    "seat", "owners", "my tickets", "my offer", "my question",
};

/* A part of an observation: its form, the variable that it shows, and how many numbers it has. */
typedef struct { int form, size; const Variable *of; } Part;

/* An action by number, as a key: what a kind does not use is 0, so its bytes tell it apart. */
typedef union { Action action; uint64_t key; } Keyed;

typedef struct {
    PyObject_HEAD
    BatchObject *batch;
    Part parts[MOST_PARTS];
    int number_of_parts, width;
    uint8_t ticket_place[MOST_TICKETS];
    int tickets, offered;
    uint8_t question_place[PHASES];
    int questions;
    Keyed *actions;       /* by number, in the form that they have in all positions */
    int number_of_actions;
    Keyed *slots;         /* the same by key, in a table of open addresses */
    int32_t *numbers;     /* the number of the action in each slot; -1 in an empty one */
    uint32_t last_slot;   /* one less than a power of two */
    uint8_t (*known)[MOST_SEATS][KINDS];  /* by game and seat: the cards that all others know of */
} VectorObject;

static PyTypeObject VectorType;

/* The slot where a key is, or where it would be put. */
static inline uint32_t slot_of_key(const VectorObject *v, uint64_t key) {
    uint32_t slot = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & v->last_slot;
    while (v->numbers[slot] >= 0 && v->slots[slot].key != key) slot = (slot + 1) & v->last_slot;
    return slot;
}

/* The bits of seats, counted on from `first` instead of from seat 0. */
static int seats_from(int seats_bits, int first, int seats) {
    int found = 0;
    for (int seat = 0; seat < seats; seat++)
        if (seats_bits >> seat & 1) found |= 1 << (seat + first) % seats;
    return found;
}

/* How many locomotives more than own cards it takes to tie for a route's terrain (A7). */
static int to_tie(const Rules *r, const State *s, int route) {
    int kind = r->terrain_of[r->color[route]];
    return most_of_others(s, s->seat, kind) - s->terrain_cards[s->seat][kind];
}

/* The form that an action has in all positions: seats counted from the asked one, a tie as one
   locomotive more than the price. */
static inline Action general_form(const Rules *r, const State *s, Action action) {
    switch (action.kind) {
        case STORE: action.what = (uint8_t)((action.what + s->seats - s->seat) % s->seats); break;
        case COLLECTING:
            action.chosen = (uint8_t)seats_from(action.chosen, s->seats - s->seat, s->seats);
            break;
        case DOUBLED: {
            int price = r->shape_price[r->shape[action.what]];
            if (action.extra > price) action.extra = (uint8_t)(price + 1);
            break;
        }
        default: break;
    }
    return action;
}

/* What an action in that form means in this position, legal or not. */
static Action particular_form(const Rules *r, const State *s, Action action) {
    switch (action.kind) {
        case STORE:
            if (action.what < s->seats) action.what = (uint8_t)((action.what + s->seat) % s->seats);
            break;
        case COLLECTING:
            if (!(action.chosen >> s->seats))
                action.chosen = (uint8_t)seats_from(action.chosen, s->seat, s->seats);
            break;
        case DOUBLED: {
            int price = r->shape_price[r->shape[action.what]], needed = to_tie(r, s, action.what);
            if (action.extra > price && needed > price) action.extra = (uint8_t)needed;
            break;
        }
        default: break;
    }
    return action;
}

/* Who follows which cards become known while an action and what is forced after it are played. */
typedef struct {
    Listener listener;
    uint8_t (*known)[KINDS], hand[KINDS];
    int seat;
    bool unseen;  /* what comes into this hand is seen by its owner alone (T3, W3) */
} Onlooker;

/* Note what the last action has changed in the hand of its seat. */
static void note_hand(Onlooker *f, const State *s) {
    if (f->seat == NOBODY) return;
    for (int card = 0; card < KINDS; card++) {
        int more = s->hands[f->seat][card] - f->hand[card], had = f->known[f->seat][card];
        if (more < 0) f->known[f->seat][card] = (uint8_t)at_least(had + more, 0);
        else if (!f->unseen) f->known[f->seat][card] = (uint8_t)(had + more);
    }
}

static void follow_decision(Listener *listener, const State *s, Action action) {
    Onlooker *f = (Onlooker *)listener;
    note_hand(f, s);
    f->seat = s->seat;
    f->unseen = (action.kind == TAKE && action.what == BLIND) || action.kind == COLLECTING;
    memcpy(f->hand, s->hands[s->seat], KINDS);
}

static void follow_shuffle(Listener *listener, Pile pile, const uint8_t *cards, int size) {
    (void)listener, (void)pile, (void)cards, (void)size;
}

/* Play a legal action, and keep account of the cards that others know of. */
static void play_followed(const Rules *r, State *s, uint8_t (*known)[KINDS], Action action) {
    Onlooker f = {{follow_decision, follow_shuffle}, known, {0}, NOBODY, false};
    s->listener = &f.listener;
    apply(r, s, action);
    s->listener = NULL;
    note_hand(&f, s);
}

static uint64_t eight_bits[256][2];  /* the bits of a byte as eight numbers of two bytes */

static void prepare_bits(void) {
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0; bit < 8; bit++)
            eight_bits[byte][bit / 4] |= (uint64_t)(byte >> bit & 1) << 16 * (bit % 4);
}

/* Write a mask of routes; up to seven numbers after its last are set to 0. */
static inline int16_t *put_routes(const Rules *r, const Mask *mask, int16_t *to) {
    for (int from = 0; from < r->routes; from += 8) {
        int byte = (int)(mask->word[from >> 6] >> (from & 63) & 255);
        memcpy(to + from, eight_bits[byte], sizeof eight_bits[byte]);
    }
    return to + r->routes;
}

/* The nth number of a variable. */
static inline int number_at(const char *at, const Variable *of, int nth) {
    if (of->type[1] == '4') return ((const int32_t *)at)[nth];
    return of->type[0] == 'i' ? ((const int8_t *)at)[nth] : ((const uint8_t *)at)[nth];
}

static inline int16_t *put_numbers(const char *at, const Variable *of, int size, int16_t *to) {
    for (int n = 0; n < size; n++) *to++ = (int16_t)number_at(at, of, n);
    return to;
}

static inline int seat_after(int me, int step, int seats) {
    return me + step < seats ? me + step : me + step - seats;
}

/* Write a part that has numbers for each seat. */
static int16_t *put_seats(const State *s, int me, const Part *part, int16_t *to) {
    const char *at = (const char *)s + part->of->at;
    int stride = (part->of->type[1] - '0') * at_least(part->of->columns, 1);
    for (int step = 0; step < s->seats; step++)
        to = put_numbers(at + stride * seat_after(me, step, s->seats), part->of, part->size, to);
    return to;
}

static int16_t *put_hands(const State *s, uint8_t (*known)[KINDS], int me, int16_t *to) {
    for (int card = 0; card < KINDS; card++) *to++ = s->hands[me][card];
    for (int step = 1; step < s->seats; step++)
        for (int card = 0; card < KINDS; card++)
            *to++ = known[seat_after(me, step, s->seats)][card];
    return to;
}

/* Write which seat has something in which city; the place was cleared. */
static int16_t *put_owners(const Rules *r, const State *s, const int8_t *owner, int me,
                             int16_t *to) {
    for (int city = 0; city < r->cities; city++)
        if (owner[city] >= 0) to[(owner[city] + s->seats - me) % s->seats * r->cities + city] = 1;
    return to + s->seats * r->cities;
}

static int16_t *put_tickets(const VectorObject *v, const State *s, int me, int16_t *to) {
    for (int n = 0; n < s->kept_size; n++)
        if (s->keeper[n] == me) to[v->ticket_place[s->kept[n]]] = 1;
    return to + v->tickets;
}

static int16_t *put_offer(const VectorObject *v, const State *s, int me, int16_t *to) {
    for (int place = 0; place < s->offer_sizes[me]; place++)
        to[place * v->tickets + v->ticket_place[s->offers[me][place]]] = 1;
    return to + v->offered * v->tickets;
}

/* Write a part of what a seat observes; its place was cleared. Returns where the next one goes. */
static int16_t *put_part(const VectorObject *v, const State *s, uint8_t (*known)[KINDS], int me,
                           const Part *part, int16_t *to) {
    const Rules *r = &v->batch->rules->r;
    const char *at = (const char *)s + part->of->at;
    int number;
    switch ((Form)part->form) {
        case NUMBERS: return put_numbers(at, part->of, part->size, to);
        case SEATS_FORM: return put_seats(s, me, part, to);
        case HANDS: return put_hands(s, known, me, to);
        case ROUTES_FORM: return put_routes(r, (const Mask *)at, to);
        case MY_ROUTES: return put_routes(r, (const Mask *)at + me, to);
        case SEAT_ROUTES:
            for (int step = 0; step < s->seats; step++)
                to = put_routes(r, (const Mask *)at + seat_after(me, step, s->seats), to);
            return to;
        case ROUTE_FORM:
            to[number_at(at, part->of, 0)] = 1;
            return to + r->routes;
        case CITY_FORM:
            number = number_at(at, part->of, 0);
            if (number >= 0) to[number] = 1;
            return to + r->cities;
        case SEAT_FORM:
            number = number_at(at, part->of, 0);
            if (number >= 0) to[(number + s->seats - me) % s->seats] = 1;
            return to + s->seats;
        case OWNERS: return put_owners(r, s, (const int8_t *)at, me, to);
        case MY_TICKETS: return put_tickets(v, s, me, to);
        case MY_OFFER: return put_offer(v, s, me, to);
        default:
            if (!s->over && s->seat == me) to[v->question_place[s->phase]] = 1;
            return to + v->questions;
    }
}

enum { SLACK = 8 };  /* numbers that `put_routes` may write beyond an observation */

/* Write what a seat observes. */
static void write_observation(const VectorObject *v, Py_ssize_t game, int me, int16_t *row) {
    int16_t room[v->width + SLACK], *to = room;
    memset(room, 0, sizeof room);
    for (int n = 0; n < v->number_of_parts; n++)
        to = put_part(v, &v->batch->states[game], v->known[game], me, &v->parts[n], to);
    memcpy(row, room, sizeof(int16_t) * (size_t)v->width);
}

/* Write which actions are legal for the asked seat; false if one of them has no number. */
static bool write_mask(const VectorObject *v, State *s, int8_t *row) {
    const Rules *r = &v->batch->rules->r;
    Action room[v->number_of_actions];
    Listing list = {room, 0, v->number_of_actions};
    memset(row, 0, (size_t)v->number_of_actions);
    if (!s->over) list_legal(r, s, &list);
    for (int n = 0; n < list.size; n++) {
        Keyed form = {.action = general_form(r, s, room[n])};
        int32_t number = v->numbers[slot_of_key(v, form.key)];
        if (number < 0) return false;
        row[number] = 1;
    }
    return true;
}

/* Read the parts of an observation: tuples of a form, a variable's name and a size. */
static bool read_parts(VectorObject *v, PyObject *list) {
    const Rules *r = &v->batch->rules->r;
    if (!PyTuple_CheckExact(list) || PyTuple_GET_SIZE(list) > MOST_PARTS)
        return refuse("the kernel reads a tuple of up to %d parts", MOST_PARTS);
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(list); n++) {
        Part *part = &v->parts[v->number_of_parts];
        PyObject *form, *name;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(list, n), "UUi", &form, &name, &part->size))
            return false;
        part->form = place_among(form, FORM_WORDS, FORMS);
        for (int nth = 0; nth < NUMBER_OF_VARIABLES; nth++)
            if (!PyUnicode_CompareWithASCIIString(name, VARIABLES[nth].name))
                part->of = &VARIABLES[nth];
        if (part->form < 0 || !part->of)
            return refuse("the kernel does not know the part %.60R of an observation", name);
        int rows = at_least(part->of->rows, 1) * at_least(part->of->columns, 1);
        if (part->size < 1 || part->size > rows)
            return refuse("the kernel has not %d numbers of %s", part->size, part->of->name);
        switch (part->form) {
            case NUMBERS: v->width += part->size; break;
            case SEATS_FORM: v->width += part->size * v->batch->seats; break;
            case HANDS: v->width += KINDS * v->batch->seats; break;
            case ROUTES_FORM: case MY_ROUTES: case ROUTE_FORM: v->width += r->routes; break;
            case SEAT_ROUTES: v->width += r->routes * v->batch->seats; break;
            case CITY_FORM: v->width += r->cities; break;
            case SEAT_FORM: v->width += v->batch->seats; break;
            case OWNERS: v->width += r->cities * v->batch->seats; break;
            case MY_TICKETS: v->width += v->tickets; break;
            case MY_OFFER: v->width += v->offered * v->tickets; break;
            default: v->width += v->questions;
        }
        v->number_of_parts++;
    }
    return true;
}

/* Read the tickets and the questions, in the order that they have in arrays. */
static bool read_orders(VectorObject *v, PyObject *tickets, PyObject *questions) {
    const RulesObject *rules = v->batch->rules;
    long numbers[MOST_TICKETS];
    v->tickets = read_numbers(tickets, "tickets", 0, rules->r.tickets - 1, numbers, MOST_TICKETS);
    for (int n = 0; n < v->tickets; n++) v->ticket_place[numbers[n]] = (uint8_t)n;
    if (v->tickets < 0) return false;
    if (!PyTuple_CheckExact(questions)) return refuse("the kernel reads a tuple of questions");
    v->questions = (int)PyTuple_GET_SIZE(questions);
    for (int n = 0; n < v->questions; n++) {
        int phase = place_among(PyTuple_GET_ITEM(questions, n), PHASE_WORDS, PHASES);
        if (phase < 0) return refuse("the kernel does not know all questions");
        v->question_place[phase] = (uint8_t)n;
    }
    return true;
}

/* Read the actions by number, and put them where their keys find them. */
static bool read_actions(VectorObject *v, PyObject *list) {
    State any = {.seats = MOST_SEATS};  /* its offer has ticket n at place n, as general forms do */
    if (!PyTuple_CheckExact(list)) return refuse("the kernel reads a tuple of actions");
    any.offer_sizes[0] = MOST_OFFER;
    for (int place = 0; place < MOST_OFFER; place++) any.offers[0][place] = (uint8_t)place;
    v->number_of_actions = (int)PyTuple_GET_SIZE(list);
    uint32_t slots = 64;
    while (slots < 3 * (uint32_t)v->number_of_actions) slots *= 2;
    v->last_slot = slots - 1;
    v->actions = PyMem_RawCalloc((size_t)v->number_of_actions + 1, sizeof(Keyed));
    v->slots = PyMem_RawCalloc(slots, sizeof(Keyed));
    v->numbers = PyMem_RawCalloc(slots, sizeof(int32_t));
    if (!v->actions || !v->slots || !v->numbers) return PyErr_NoMemory() != NULL;
    for (uint32_t slot = 0; slot < slots; slot++) v->numbers[slot] = -1;
    for (int number = 0; number < v->number_of_actions; number++) {
        Keyed *form = &v->actions[number];
        PyObject *object = PyTuple_GET_ITEM(list, number);
        if (!action_of(v->batch->rules, &any, object, &form->action))
            return refuse("the kernel does not know the action %.60R", object);
        uint32_t slot = slot_of_key(v, form->key);
        if (v->numbers[slot] >= 0) return refuse("the action %.60R has two numbers", object);
        v->slots[slot] = *form;
        v->numbers[slot] = number;
    }
    return true;
}

static PyObject *vector_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    PyObject *batch, *parts, *tickets, *questions, *actions;
    int offered;
    if ((named && PyDict_GET_SIZE(named))
        || !PyArg_ParseTuple(args, "O!OOiOO", &BatchType, &batch, &parts, &tickets, &offered,
                             &questions, &actions)) {
        PyErr_Clear();
        return refuse("arrays are made of a batch, parts, tickets, places, questions and actions"),
               NULL;
    }
    VectorObject *v = (VectorObject *)type->tp_alloc(type, 0);
    if (!v) return NULL;
    v->batch = (BatchObject *)Py_NewRef(batch);
    v->offered = offered;
    v->known = PyMem_RawCalloc((size_t)v->batch->size + 1, sizeof *v->known);
    if (!v->known) PyErr_NoMemory();
    else if (offered < 1 || offered > MOST_OFFER)
        refuse("the kernel knows offers of 1 to %d tickets", MOST_OFFER);
    else if (read_orders(v, tickets, questions) && read_parts(v, parts) && read_actions(v, actions))
        return (PyObject *)v;
    Py_DECREF(v);
    return NULL;
}

static void vector_dealloc(VectorObject *v) {
    PyMem_RawFree(v->actions);
    PyMem_RawFree(v->slots);
    PyMem_RawFree(v->numbers);
    PyMem_RawFree(v->known);
    Py_XDECREF(v->batch);
    Py_TYPE(v)->tp_free((PyObject *)v);
}

/* An array of numpy's to write to or read from: so many whole numbers of so many bytes. */
static bool open_array(PyObject *array, const char *name, int bytes, Py_ssize_t size, int flags,
                       Py_buffer *view) {
    const char *types = bytes == 8 ? "lq" : bytes == 2 ? "h" : "b";
    if (PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags) < 0) {
        PyErr_Clear();
        return refuse("%s are an array", name);
    }
    bool is_number = view->format && strlen(view->format) == 1 && strchr(types, *view->format);
    if (is_number && view->itemsize == bytes && view->len == size * bytes) return true;
    PyBuffer_Release(view);
    return refuse("%s are an array of int%d with %zd numbers", name, 8 * bytes, size);
}

/* The arrays that are filled in for the asked seat of each game. */
typedef struct {
    const VectorObject *v;
    int16_t *observations;
    int8_t *masks, *seats;
    bool unknown;  /* whether there was a legal action without a number */
} Looks;

static void look_at_one(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    Looks *to = what;
    const VectorObject *v = to->v;
    (void)r;
    to->seats[nth] = (int8_t)s->seat;
    write_observation(v, nth, s->seat, to->observations + nth * v->width);
    if (!write_mask(v, s, to->masks + nth * v->number_of_actions)) to->unknown = true;
}

/* Fill in observations, masks and seats: what the asked seat of each game sees and may do. */
static PyObject *vector_look(VectorObject *v, PyObject *args) {
    PyObject *observations, *masks, *seats;
    Py_buffer views[3];
    Py_ssize_t size = v->batch->size;
    if (!is_free(v->batch) || !PyArg_ParseTuple(args, "OOO", &observations, &masks, &seats))
        return NULL;
    if (!open_array(observations, "observations", 2, size * v->width, PyBUF_WRITABLE, &views[0]))
        return NULL;
    if (open_array(masks, "masks", 1, size * v->number_of_actions, PyBUF_WRITABLE, &views[1])) {
        if (open_array(seats, "seats", 1, size, PyBUF_WRITABLE, &views[2])) {
            Looks to = {v, views[0].buf, views[1].buf, views[2].buf, false};
            if (work(v->batch, look_at_one, &to) && to.unknown)
                refuse("a legal action has no number");
            PyBuffer_Release(&views[2]);
        }
        PyBuffer_Release(&views[1]);
    }
    PyBuffer_Release(&views[0]);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* Fill in what one seat of one game observes, asked or not. */
static PyObject *vector_observe(VectorObject *v, PyObject *args) {
    PyObject *array;
    Py_buffer view;
    Py_ssize_t game;
    int seat;
    if (!is_free(v->batch) || !PyArg_ParseTuple(args, "niO", &game, &seat, &array)) return NULL;
    if (game < 0 || game >= v->batch->size || seat < 0 || seat >= v->batch->seats)
        return refuse("there is no seat %d of a game %zd", seat, game), NULL;
    if (!open_array(array, "observations", 2, v->width, PyBUF_WRITABLE, &view)) return NULL;
    write_observation(v, game, seat, view.buf);
    PyBuffer_Release(&view);
    Py_RETURN_NONE;
}

/* What `step` is to do, and the first game in which an action is not legal. */
typedef struct { VectorObject *v; const int64_t *numbers; Py_ssize_t wrong; int over; } Steps;

static Action chosen_action(const Steps *steps, const Rules *r, const State *s, Py_ssize_t nth) {
    return particular_form(r, s, steps->v->actions[steps->numbers[nth]].action);
}

static void check_step(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    Steps *steps = what;
    int64_t number = steps->numbers[nth];
    if (s->over || steps->wrong >= 0) return;
    if (number < 0 || number >= steps->v->number_of_actions
        || !is_legal(r, s, chosen_action(steps, r, s, nth))) steps->wrong = nth;
}

static void play_step(const Rules *r, State *s, void *what, Py_ssize_t nth) {
    Steps *steps = what;
    if (s->over) return;
    play_followed(r, s, steps->v->known[nth], chosen_action(steps, r, s, nth));
    steps->over += s->over;
}

/* Play an action in each game that is not over, all or nothing; returns how many games it ended. */
static PyObject *vector_step(VectorObject *v, PyObject *numbers) {
    Py_buffer view;
    if (!is_free(v->batch)) return NULL;
    if (!open_array(numbers, "actions", 8, v->batch->size, 0, &view)) return NULL;
    Steps steps = {v, view.buf, -1, 0};
    if (work(v->batch, check_step, &steps)) {
        if (steps.wrong >= 0)
            refuse("action %lld is not legal in game %zd", (long long)steps.numbers[steps.wrong],
                   steps.wrong);
        else work(v->batch, play_step, &steps);
    }
    PyBuffer_Release(&view);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(steps.over);
}

/* The place of a random 1 in a mask, which has none if its game is over: then 0. */
static int draw_from(const int8_t *mask, int size, uint64_t *generator) {
    uint64_t words[size / 8 + 1];
    int ones = 0, last = size / 8;
    words[last] = 0;
    memcpy(words, mask, (size_t)size);
    for (int n = 0; n <= last; n++) ones += __builtin_popcountll(words[n]);
    if (!ones) return 0;
    int nth = pick(generator, ones), n = 0;
    for (int here; nth >= (here = __builtin_popcountll(words[n])); n++) nth -= here;
    while (nth--) words[n] &= words[n] - 1;
    return 8 * n + lowest_bit(words[n]) / 8;
}

/* Fill in a random action of each game by these masks, all of a game equally likely. */
static PyObject *vector_draw(VectorObject *v, PyObject *args) {
    PyObject *masks, *actions;
    unsigned long long seed;
    Py_buffer from, to;
    Py_ssize_t size = v->batch->size;
    if (!PyArg_ParseTuple(args, "OKO", &masks, &seed, &actions)) return NULL;
    if (!open_array(masks, "masks", 1, size * v->number_of_actions, 0, &from)) return NULL;
    if (open_array(actions, "actions", 8, size, PyBUF_WRITABLE, &to)) {
        uint64_t generator = seed;
        const int8_t *mask = from.buf;
        for (Py_ssize_t game = 0; game < size; game++, mask += v->number_of_actions)
            ((int64_t *)to.buf)[game] = draw_from(mask, v->number_of_actions, &generator);
        PyBuffer_Release(&to);
    }
    PyBuffer_Release(&from);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* Deal a game anew from a seed. */
static PyObject *vector_deal(VectorObject *v, PyObject *args) {
    PyObject *seed;
    Py_ssize_t game;
    if (!is_free(v->batch) || !PyArg_ParseTuple(args, "nO", &game, &seed)) return NULL;
    if (game < 0 || game >= v->batch->size) return refuse("there is no game %zd", game), NULL;
    const Rules *r = &v->batch->rules->r;
    State fresh;
    lay_table(r, &fresh, v->batch->seats);
    if (!set_seed(&fresh, seed)) return NULL;
    deal_alone(r, &fresh);
    v->batch->states[game] = fresh;
    memset(v->known[game], 0, sizeof v->known[game]);
    Py_RETURN_NONE;
}

static PyObject *vector_width(VectorObject *v, void *closure) {
    (void)closure;
    return PyLong_FromLong(v->width);
}

static PyObject *vector_ways(VectorObject *v, PyObject *array);

static PyMethodDef vector_methods[] = {
    {"look", (PyCFunction)vector_look, METH_VARARGS, "Fill in what asked seats see and may do."},
    {"observe", (PyCFunction)vector_observe, METH_VARARGS, "Fill in what one seat observes."},
    {"ways", (PyCFunction)vector_ways, METH_O, "Fill in the plan of each asked seat."},
    {"step", (PyCFunction)vector_step, METH_O, "Play an action in each game, by number."},
    {"draw", (PyCFunction)vector_draw, METH_VARARGS, "Fill in random actions by these masks."},
    {"deal", (PyCFunction)vector_deal, METH_VARARGS, "Deal a game anew from a seed."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef vector_getset[] = {
    {"width", (getter)vector_width, NULL, "How many numbers an observation has.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject VectorType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "arena.kernel._kernel.Vector",
    .tp_basicsize = sizeof(VectorObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "The games of a batch as arrays, and their actions by number.",
    .tp_new = vector_new,
    .tp_dealloc = (destructor)vector_dealloc,
    .tp_methods = vector_methods,
    .tp_getset = vector_getset,
};
