/* D: tickets, the first ones (G5) and those taken later (referee/tickets.py). */

static Action keep_of(int chosen) { return (Action){.kind = KEEPING, .chosen = (uint8_t)chosen}; }

/* How many tickets the asked seat must keep: more before the first turn (G5, D1). */
static int fewest_kept(const Rules *r, const State *s) { return s->turns == 0 ? r->keep : 1; }

/* Which tickets of the asked seat's offer are long ones, as bits. */
static int long_offered(const Rules *r, const State *s) {
    int bits = 0;
    for (int at = 0; at < s->offer_sizes[s->seat]; at++)
        bits |= r->is_long[s->offers[s->seat][at]] << at;
    return bits;
}

/* Whether a choice keeps no more long tickets than a seat may (X9). */
static bool few_long(const Rules *r, int chosen, int long_ones) {
    return bits_in[chosen & long_ones] <= r->long_most;
}

/* The choices of offers by their size, the smallest choices first and those of a size in the order
   of `itertools.combinations`, and where the choices of each size begin. */
static uint8_t choices[MOST_OFFER + 1][1 << MOST_OFFER];
static int first_choice[MOST_OFFER + 1][MOST_OFFER + 2];

/* Note the choices of so many of an offer from one place on; returns how many are noted then. */
static int note_choices(int offered, int size, int first, int chosen, int noted) {
    if (!size) {
        choices[offered][noted] = (uint8_t)chosen;
        return noted + 1;
    }
    for (int at = first; at + size <= offered; at++)
        noted = note_choices(offered, size - 1, at + 1, chosen | 1 << at, noted);
    return noted;
}

/* Note all choices, once. */
static void prepare_choices(void) {
    for (int offered = 0; offered <= MOST_OFFER; offered++) {
        for (int size = 0; size <= offered; size++)
            first_choice[offered][size + 1] =
                note_choices(offered, size, 0, 0, first_choice[offered][size]);
    }
}

/* Where the choices that keep enough begin. */
static int first_keep(const Rules *r, const State *s) {
    int offered = s->offer_sizes[s->seat];
    return first_choice[offered][at_most(fewest_kept(r, s), offered + 1)];
}

static void list_keeps(const Rules *r, const State *s, Listing *list) {
    int offered = s->offer_sizes[s->seat], long_ones = long_offered(r, s);
    for (int n = first_keep(r, s); n < 1 << offered; n++)
        if (few_long(r, choices[offered][n], long_ones)) list_action(list, keep_of(choices[offered][n]));
}

/* Whether every choice that keeps enough is legal (X9). */
static bool all_keeps_are_legal(const Rules *r, const State *s) {
    return few_long(r, (1 << s->offer_sizes[s->seat]) - 1, long_offered(r, s));
}

static int count_keeps(const Rules *r, const State *s) {
    if (all_keeps_are_legal(r, s)) return (1 << s->offer_sizes[s->seat]) - first_keep(r, s);
    Action room[1 << MOST_OFFER];
    Listing list = {room, 0, 1 << MOST_OFFER};
    list_keeps(r, s, &list);
    return list.size;
}

static Action nth_keep(const Rules *r, const State *s, int nth) {
    if (all_keeps_are_legal(r, s))
        return keep_of(choices[s->offer_sizes[s->seat]][first_keep(r, s) + nth]);
    Action room[1 << MOST_OFFER];
    Listing list = {room, 0, 1 << MOST_OFFER};
    list_keeps(r, s, &list);
    return room[nth];
}

static bool may_keep(const Rules *r, const State *s, Action action) {
    int offered = s->offer_sizes[s->seat];
    return action.chosen < 1 << offered
        && bits_in[action.chosen] >= fewest_kept(r, s)
        && few_long(r, action.chosen, long_offered(r, s));
}

/* Deal a seat the top tickets to choose from, or what is left of them, after its first ones. */
static void offer(State *s, int seat, int first, int number) {
    number = at_most(number, s->ticket_deck_size);
    for (int at = 0; at < number; at++)
        s->offers[seat][first + at] = s->ticket_deck[(s->ticket_first + at) % MOST_TICKETS];
    s->offer_sizes[seat] = (uint8_t)(first + number);
    s->ticket_first = (uint8_t)((s->ticket_first + number) % MOST_TICKETS);
    s->ticket_deck_size -= (uint8_t)number;
}

/* Deal the first tickets: long ones if there are any, then those of the usual deck (G5, X2). */
static void deal_tickets(const Rules *r, State *s, const uint8_t *long_deck) {
    for (int seat = 0; seat < s->seats; seat++) {
        memcpy(s->offers[seat], long_deck + seat * r->long_deal, (size_t)r->long_deal);
        offer(s, seat, r->long_deal, r->deal);
    }
}

/* Let a seat have these of its tickets; the others go under the deck, in the order dealt, or leave
   the game at the start of some rulesets (X2). */
static void part_tickets(const Rules *r, State *s, int seat, int chosen) {
    bool gone = r->returned_leave && s->turns == 0;
    for (int at = 0; at < s->offer_sizes[seat]; at++) {
        uint8_t ticket = s->offers[seat][at];
        if (chosen >> at & 1) {
            s->kept[s->kept_size] = ticket;
            s->keeper[s->kept_size++] = (uint8_t)seat;
            s->ticket_counts[seat]++;
        } else if (!gone) {
            s->ticket_deck[(s->ticket_first + s->ticket_deck_size++) % MOST_TICKETS] = ticket;
        }
    }
    memset(s->offers[seat], 0, sizeof s->offers[seat]);
    s->offer_sizes[seat] = 0;
}

/* Keep tickets; nothing of first choices is done until all are made (G5). */
static void play_keep(const Rules *r, State *s, Action action) {
    if (s->turns > 0) {
        part_tickets(r, s, s->seat, action.chosen);
        return;
    }
    s->chosen[s->seat] = action.chosen;
    if (s->seat == s->seats - 1)
        for (int seat = 0; seat < s->seats; seat++) part_tickets(r, s, seat, s->chosen[seat]);
}

/* Shuffle the tickets that were returned at the start, all together (G5). */
static void mix_returned(const Rules *r, State *s) {
    uint8_t lowest[MOST_TICKETS];
    int returned = at_most(s->seats * r->deal - s->kept_size, s->ticket_deck_size);
    int first = s->ticket_first + s->ticket_deck_size - returned;
    if (returned <= 0) return;
    for (int at = 0; at < returned; at++) lowest[at] = s->ticket_deck[(first + at) % MOST_TICKETS];
    shuffle(s, RETURNED_PILE, 0, lowest, returned);
    for (int at = 0; at < returned; at++) s->ticket_deck[(first + at) % MOST_TICKETS] = lowest[at];
}
