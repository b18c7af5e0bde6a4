/* G: one game, from dealing to its end: questions, what is legal, turns, passing, the last round
   (referee/game.py, referee/turns.py). */

static void ask(State *s, int seat, Phase phase) {
    s->seat = (uint8_t)seat;
    s->phase = (uint8_t)phase;
    if (phase != TURN || (int8_t)seat == s->turn) return;
    s->turn = (int8_t)seat;  /* a turn begins */
    s->turns++;
    s->taken = 0;
    if (s->last_turns >= 0) s->last_turns--;  /* E1 */
}

static void finish_game(State *s, End end) {
    s->end = (uint8_t)end;
    s->over = true;
    s->phase = OVER;
}

/* Let the next seat begin its turn; call the last round or end the game if due (E1, G7). */
static void finish_turn(const Rules *r, State *s) {
    if (s->last_turns < 0) {
        if (s->trains[s->turn] <= r->last_trains) s->last_turns = (int8_t)s->seats;
    } else if (s->last_turns == 0) {
        finish_game(s, BY_TRAINS);
        return;
    }
    if (s->passes == s->seats) finish_game(s, BY_STALEMATE);
    else ask(s, (s->turn + 1) % s->seats, TURN);
}

/* The questions that follow a claim, in order (W3); the last one also ends every other turn. */
static const Phase AFTER_CLAIM[] = {ALVIN, CITY, COLLECT, END};
enum { QUESTIONS = 4, AT_END = 3 };

static bool arises(const Rules *r, const State *s, Phase question) {
    switch (question) {
        case ALVIN: return r->alvin && s->alvin_caught;
        case CITY: return r->towns_module && count_builds(r, s) > 0;
        case COLLECT: return r->warehouses && s->reserve[s->seat] > 0 && within_reach(r, s);
        default: return r->warehouses && s->reserve[s->turn] > 0;
    }
}

/* Ask the first question that arises, from this one on; if none does, the turn is over. */
static void ask_from(const Rules *r, State *s, int question) {
    for (; question < QUESTIONS; question++) {
        if (arises(r, s, AFTER_CLAIM[question])) {
            ask(s, s->turn, AFTER_CLAIM[question]);
            return;
        }
    }
    finish_turn(r, s);
}

static void follow_claim(const Rules *r, State *s) { ask_from(r, s, 0); }
static void follow_action(const Rules *r, State *s) { ask_from(r, s, AT_END); }

/* Go on with the questions after the one just answered. */
static void follow_answer(const Rules *r, State *s) {
    int question = 0;
    while (AFTER_CLAIM[question] != s->phase) question++;
    ask_from(r, s, question + 1);
}

/* The seat that answers first in a step of setting up, and the one that answers last. */
static int first_of(const Rules *r, const State *s, int step) {
    return r->backwards[step] ? s->seats - 1 : 0;
}

static int last_of(const Rules *r, const State *s, int step) {
    return r->backwards[step] ? 0 : s->seats - 1;
}

/* Ask the next seat for its part in setting up; after the last, seat 0 begins. */
static void follow_set_up(const Rules *r, State *s) {
    int step = 0;
    while (r->step[step] != s->phase) step++;
    if (s->seat != last_of(r, s, step)) ask(s, s->seat + (r->backwards[step] ? -1 : 1), s->phase);
    else if (++step < r->steps) ask(s, first_of(r, s, step), r->step[step]);
    else ask(s, 0, TURN);
}

static int count_kind(const Rules *r, State *s, Kind kind);

/* Whether the asked seat can answer the question of the second card (T7). */
static bool can_take_second(const Rules *r, State *s) {
    for (int n = 0; n < r->asked_size[CARD]; n++)
        if (count_kind(r, s, r->asked[CARD][n])) return true;
    return false;
}

/* Ask for the second card, if one is due and there is one (T1, T7). */
static void follow_card(const Rules *r, State *s) {
    if (s->taken < 2 && (s->deck_size || can_take_second(r, s))) ask(s, s->seat, CARD);
    else follow_action(r, s);
}

static void follow_keep(const Rules *r, State *s) {
    if (s->turns > 0) {
        follow_action(r, s);
        return;
    }
    if (r->mixes_returned && s->seat == s->seats - 1) mix_returned(r, s);
    follow_set_up(r, s);
}

/* Placing a depot is no action: go on with setting up, or ask again (W4). */
static void follow_depot(const Rules *r, State *s) {
    if (s->phase == DEPOT) follow_set_up(r, s);
    else if (s->phase == TURN) ask(s, s->seat, TURN);
    else follow_action(r, s);
}

/* A train card follows a stored one at once, if one can be taken (W2). */
static void follow_store(const Rules *r, State *s) {
    if (count_cards(s)) ask(s, s->seat, CARD);
    else follow_action(r, s);
}

static void play_pass(State *s) {
    s->passes = s->last_pass == s->turns - 1 ? s->passes + 1 : 1;
    s->last_pass = s->turns;
}

/* Whether the asked seat can do anything that a turn is for (G6). */
static bool can_act(const Rules *r, State *s) {
    for (int n = 0; n < r->asked_size[TURN]; n++) {
        Kind kind = r->asked[TURN][n];
        if (kind != PASS && kind != PLACE_DEPOT && count_kind(r, s, kind)) return true;
    }
    return false;
}

static bool may_pass(const Rules *r, State *s) { return !s->deck_size && !can_act(r, s); }

/* How many actions of a kind are legal now. */
static int count_kind(const Rules *r, State *s, Kind kind) {
    switch (kind) {
        case TAKE: return count_takes(r, s);
        case CLAIM: return count_claims(r, s);
        case TICKETS: return s->ticket_deck_size > 0;  /* D1 */
        case KEEPING: return count_keeps(r, s);
        case PASS: return may_pass(r, s);
        case TERRAIN: return count_terrains(r, s);
        case DOUBLED: return count_doubled(r, s);
        case START_TOWN: return count_starts(r, s);
        case BUILD_CITY: return count_builds(r, s);
        case MOVE_ALVIN: return count_alvins(r, s);
        case PLACE_DEPOT: return count_depots(r, s);
        case STORE: return count_stores(r, s);
        case COLLECTING: return count_collects(r, s);
        case PAY_SURCHARGE: return count_surcharges(s);
        case BUILD_STATION: return count_stations(r, s);
        default: return 1;  /* skipping, giving up and ending the turn are always legal */
    }
}

/* List the legal actions of a kind, in the referee's order. */
static void list_kind(const Rules *r, State *s, Kind kind, Listing *list) {
    switch (kind) {
        case TAKE: list_takes(r, s, list); return;
        case CLAIM: list_claims(r, s, list); return;
        case KEEPING: list_keeps(r, s, list); return;
        case TERRAIN: list_terrains(r, s, list); return;
        case DOUBLED: list_doubled(r, s, list); return;
        case START_TOWN: list_starts(r, s, list); return;
        case BUILD_CITY: list_builds(r, s, list); return;
        case MOVE_ALVIN: list_alvins(r, s, list); return;
        case PLACE_DEPOT: list_depots(r, s, list); return;
        case STORE: list_stores(r, s, list); return;
        case COLLECTING: list_collects(r, s, list); return;
        case PAY_SURCHARGE: list_surcharges(s, list); return;
        case BUILD_STATION: list_stations(r, s, list); return;
        case TICKETS: if (!s->ticket_deck_size) return; break;
        case PASS: if (!may_pass(r, s)) return; break;
        default: break;
    }
    list_action(list, (Action){.kind = (uint8_t)kind});
}

/* Count the legal actions, kind by kind. */
static int count_legal(const Rules *r, State *s, Options *options) {
    options->total = 0;
    for (int n = 0; n < r->asked_size[s->phase]; n++) {
        Kind kind = r->asked[s->phase][n];
        options->of_kind[n] = count_kind(r, s, kind);
        options->total += options->of_kind[n];
    }
    return options->total;
}

static void list_legal(const Rules *r, State *s, Listing *list) {
    for (int n = 0; n < r->asked_size[s->phase]; n++) list_kind(r, s, r->asked[s->phase][n], list);
}

enum { FEW = 1 << MOST_OFFER };  /* more actions than any kind has that is listed to find one */

static Action nth_of_kind(const Rules *r, State *s, Kind kind, int nth) {
    if (kind == CLAIM) return nth_claim(r, s, nth);
    if (kind == TAKE) return nth_take(s, nth);
    if (kind == KEEPING) return nth_keep(r, s, nth);
    if (kind == DOUBLED) return nth_doubled(r, s, nth);
    if (kind == PLACE_DEPOT) return nth_depot(r, s, nth);
    if (kind == BUILD_STATION) return nth_station(r, s, nth);
    Action few[FEW];
    Listing list = {few, 0, FEW};
    list_kind(r, s, kind, &list);
    return few[nth];
}

/* The nth legal action, from 0; `options` must have been counted for this very state. */
static Action nth_legal(const Rules *r, State *s, const Options *options, int nth) {
    int n = 0;
    while (nth >= options->of_kind[n]) nth -= options->of_kind[n++];
    return nth_of_kind(r, s, r->asked[s->phase][n], nth);
}

/* Whether an action answers the question asked (G6). */
static bool is_legal(const Rules *r, State *s, Action action) {
    int n = 0;
    while (n < r->asked_size[s->phase] && r->asked[s->phase][n] != action.kind) n++;
    if (n == r->asked_size[s->phase]) return false;
    switch (action.kind) {
        case TAKE: return may_take(r, s, action);
        case CLAIM: return may_claim(r, s, action);
        case TICKETS: return s->ticket_deck_size > 0;
        case KEEPING: return may_keep(r, s, action);
        case PASS: return may_pass(r, s);
        case TERRAIN: return may_take_terrain(r, s, action);
        case DOUBLED: return may_claim_doubled(r, s, action);
        case START_TOWN: return may_start(r, s, action);
        case BUILD_CITY: return may_build(r, s, action);
        case MOVE_ALVIN: return may_move_alvin(r, s, action);
        case PLACE_DEPOT: return may_place_depot(r, s, action);
        case STORE: return may_store(r, s, action);
        case COLLECTING: return may_collect(r, s, action);
        case PAY_SURCHARGE: return may_pay_surcharge(s, action);
        case BUILD_STATION: return may_build_station(r, s, action);
        default: return true;
    }
}

/* What an action changes on the table. */
static void change(const Rules *r, State *s, Action action) {
    switch (action.kind) {
        case TAKE: play_take(s, action); return;
        case CLAIM:
            if (holds_up(r, action.what)) lay_payment(r, s, action);
            else play_claim(r, s, action, 1);
            return;
        case TICKETS: offer(s, s->seat, 0, r->take); return;
        case KEEPING: play_keep(r, s, action); return;
        case PASS: play_pass(s); return;
        case TERRAIN: play_terrain(s, action); return;
        case DOUBLED: play_doubled(r, s, action); return;
        case START_TOWN: play_start(r, s, action); return;
        case BUILD_CITY: play_build(s, action); return;
        case MOVE_ALVIN: play_alvin(s, action); return;
        case PLACE_DEPOT: play_depot(s, action); return;
        case STORE: play_store(s, action); return;
        case COLLECTING: play_collect(s, action); return;
        case PAY_SURCHARGE: play_surcharge(r, s, action); return;
        case GIVE_UP: play_give_up(r, s); return;
        case BUILD_STATION: play_station(s, action); return;
        default: return;
    }
}

/* Ask the next question, once the table is settled. */
static void follow(const Rules *r, State *s, Action action) {
    switch (action.kind) {
        case TERRAIN: settle_terrain(s);  /* fall through */
        case TAKE: follow_card(r, s); return;
        case DOUBLED: settle_terrain(s);  /* fall through */
        case CLAIM:
            if (s->laid) follow_tunnel(r, s);
            else follow_claim(r, s);
            return;
        case PAY_SURCHARGE: follow_claim(r, s); return;
        case GIVE_UP: case BUILD_STATION: follow_action(r, s); return;
        case TICKETS: ask(s, s->seat, KEEP); return;
        case KEEPING: follow_keep(r, s); return;
        case PASS: finish_turn(r, s); return;
        case START_TOWN: follow_set_up(r, s); return;
        case PLACE_DEPOT: follow_depot(r, s); return;
        case STORE: follow_store(r, s); return;
        default: follow_answer(r, s); return;
    }
}

/* Play an action that is known to be legal, without answering what is forced then. */
static void play(const Rules *r, State *s, Action action) {
    if (s->listener) s->listener->decided(s->listener, s, action);
    change(r, s, action);
    if (!s->deck_size || s->row_size < r->row || s->row[LOCOMOTIVE] >= r->crowd) settle(r, s);
    follow(r, s, action);
}

/* Answer the questions that have one legal answer only. */
static void answer_forced(const Rules *r, State *s) {
    while (!s->over) {
        /* As in the referee, a quick look shows two answers at most questions. */
        bool cards = s->row_size > s->row[LOCOMOTIVE];
        if (s->deck_size && (s->phase == TURN || (s->phase == CARD && cards))) return;
        Options options;
        if (count_legal(r, s, &options) != 1) return;
        play(r, s, nth_legal(r, s, &options, 0));
    }
}

/* Play a legal action, and what is forced after it. */
static void apply(const Rules *r, State *s, Action action) {
    play(r, s, action);
    answer_forced(r, s);
}

/* Play random legal actions to the end; returns how many it took. */
static int play_out(const Rules *r, State *s, uint64_t *generator) {
    int decisions = 0;
    Options options;
    while (!s->over && !s->failed) {
        int number = count_legal(r, s, &options);
        if (!number) break;  /* never in a game that was dealt here */
        apply(r, s, nth_legal(r, s, &options, pick(generator, number)));
        decisions++;
    }
    return decisions;
}

/* An empty table for so many seats; its chance is set by the caller. */
static void lay_table(const Rules *r, State *s, int seats) {
    memset(s, 0, sizeof *s);
    s->seats = (uint8_t)seats;
    s->turn = NOBODY;
    s->last_turns = -1;
    for (int seat = 0; seat < seats; seat++) {
        s->trains[seat] = (uint8_t)r->trains;
        s->open_to[seat] = r->everything;
        s->pieces_left[seat] = r->towns_module ? PIECES : 0;
        s->reserve[seat] = r->warehouses ? DEPOTS : 0;
        s->stations_left[seat] = r->europe ? STATIONS : 0;
    }
    memset(s->start, NOBODY, sizeof s->start);
    memset(s->piece_owner, NOBODY, sizeof s->piece_owner);
    memset(s->depot_owner, NOBODY, sizeof s->depot_owner);
    memset(s->station_owner, NOBODY, sizeof s->station_owner);
    s->alvin_town = (uint8_t)r->alvin_home;
    s->alvin_holder = NOBODY;
}

/* Shuffle and deal in the order of a record's rows: cards, row, tickets (G4, G5). */
static void deal(const Rules *r, State *s) {
    static const uint8_t terrain_cards[TERRAINS] = {TERRAIN_EACH, TERRAIN_EACH, TERRAIN_EACH};
    s->deck_size = (uint8_t)spread(r->cards, KINDS, s->deck);
    uint8_t long_deck[MOST_TICKETS];
    s->ticket_deck_size = (uint8_t)r->deck_size;
    memcpy(s->ticket_deck, r->deck, (size_t)r->deck_size);
    shuffle(s, DECK_PILE, 0, s->deck, s->deck_size);
    shuffle(s, TICKETS_PILE, 0, s->ticket_deck, s->ticket_deck_size);
    reverse(s->deck, s->deck_size);
    s->shuffles++;
    memcpy(long_deck, r->long_deck, sizeof long_deck);
    if (r->long_deck_size) shuffle(s, LONG_PILE, 0, long_deck, r->long_deck_size);
    if (r->terrain) shuffle_terrain(s, terrain_cards);
    for (int seat = 0; seat < s->seats; seat++)
        for (int n = 0; n < r->first_hand; n++) draw(s, seat);
    settle(r, s);
    deal_tickets(r, s, long_deck);
    if (r->terrain) deal_terrain(s);
    ask(s, first_of(r, s, 0), r->step[0]);
    answer_forced(r, s);
}
