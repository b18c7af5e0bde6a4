/* T: taking train cards, the face-up row, and new decks (referee/taking.py, referee/row.py). */

/* How many kinds of card may be taken from the row, locomotives being the last (T2, T4). */
static inline int in_reach(const State *s) { return s->taken ? LOCOMOTIVE : KINDS; }

static inline Action take(int card) { return (Action){.kind = TAKE, .what = (uint8_t)card}; }

/* Whether a train card must wait until one is stored (W2). */
static inline bool storing_is_due(const Rules *r, const State *s) {
    return r->warehouses && s->deck_size > 0 && s->stored_turn != s->turns;
}

/* The colours that lie open, as bits. */
static inline int open_colors(const State *s) {
    int colors = 0;
    for (int color = 0; color < COLORS; color++) colors |= (s->row[color] > 0) << color;
    return colors;
}

/* Whether a locomotive can be taken from the row: only as the first card (T2, T4). */
static inline bool locomotive_in_reach(const State *s) {
    return in_reach(s) > LOCOMOTIVE && s->row[LOCOMOTIVE];
}

/* The cards that can be taken, whether or not one must be stored first. */
static inline int count_cards(const State *s) {
    return bits_in[open_colors(s)] + locomotive_in_reach(s) + (s->deck_size > 0);
}

static inline int count_takes(const Rules *r, const State *s) {
    return storing_is_due(r, s) ? 0 : count_cards(s);
}

static void list_takes(const Rules *r, const State *s, Listing *list) {
    if (storing_is_due(r, s)) return;
    for (int card = 0; card < in_reach(s); card++)
        if (s->row[card]) list_action(list, take(card));
    if (s->deck_size) list_action(list, take(BLIND));
}

static inline Action nth_take(const State *s, int nth) {
    int colors = open_colors(s), open = bits_in[colors];
    if (nth < open) return take(nth_bit[colors][nth]);
    return take(nth == open && locomotive_in_reach(s) ? LOCOMOTIVE : BLIND);
}

static bool may_take(const Rules *r, const State *s, Action action) {
    if (storing_is_due(r, s)) return false;
    if (action.what == BLIND) return s->deck_size > 0;  /* T7 */
    return action.what < in_reach(s) && s->row[action.what] > 0;
}

/* Give a seat the top card of the deck. */
static void draw(State *s, int seat) {
    s->hands[seat][s->deck[--s->deck_size]]++;
    s->hand_sizes[seat]++;
}

static void play_take(State *s, Action action) {
    int seat = s->seat, card = action.what;
    if (card == BLIND) {
        draw(s, seat);
        s->taken++;  /* T3 */
        return;
    }
    s->row[card]--;
    s->row_size--;
    s->hands[seat][card]++;
    s->hand_sizes[seat]++;
    s->taken += card == LOCOMOTIVE ? 2 : 1;  /* T2 */
}

static int take_stored_cards(const Rules *r, State *s, uint8_t *cards);

/* Shuffle the discards into a new deck (T6), or else the cards of all warehouses (W7). */
static void refill(const Rules *r, State *s) {
    int size = spread(s->discard, KINDS, s->deck);
    if (!size && r->warehouses) size = take_stored_cards(r, s, s->deck);
    if (!size) return;
    shuffle(s, DECK_PILE, s->shuffles, s->deck, size);
    reverse(s->deck, size);
    s->deck_size = (uint8_t)size;
    s->shuffles++;
    memset(s->discard, 0, sizeof s->discard);
}

/* Whether a full row shows too many locomotives (T5). */
static inline bool is_crowded(const Rules *r, const State *s) {
    return s->row_size == r->row && s->row[LOCOMOTIVE] >= r->crowd;
}

/* Whether clearing the row might never end (T5). */
static bool is_endless(const Rules *r, const State *s) {
    int rest = s->deck_size, locomotives = s->discard[LOCOMOTIVE];
    for (int card = 0; card < KINDS; card++) rest += s->discard[card];
    for (int at = 0; at < s->deck_size; at++) locomotives += s->deck[at] == LOCOMOTIVE;
    int others = s->row_size + rest - s->row[LOCOMOTIVE] - locomotives;
    bool too_few = others < r->row - r->crowd + 1;
    return too_few || (rest == r->row && locomotives >= r->crowd);
}

static void clear_row(State *s) {
    for (int card = 0; card < KINDS; card++) s->discard[card] += s->row[card];
    memset(s->row, 0, sizeof s->row);
    s->row_size = 0;
}

/* Refill the deck, fill the row and clear a crowded one, until nothing is left to do. */
static void settle(const Rules *r, State *s) {
    while (true) {
        if (!s->deck_size) refill(r, s);
        if (s->row_size < r->row && s->deck_size) {
            s->row[s->deck[--s->deck_size]]++;
            s->row_size++;
        } else if (is_crowded(r, s) && !is_endless(r, s)) {
            clear_row(s);
        } else {
            return;
        }
    }
}
