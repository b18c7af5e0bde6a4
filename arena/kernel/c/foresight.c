/* Foresight: the shuffles that games will come to, whose generators are seeded side by side.

   It changes nothing in any game: a shuffle that was not foreseen takes longer, that is all. */

/* How many new decks, and new terrain decks, games need as a rule; warehouses take more cards. */
enum { NEW_DECKS = 1, MORE_DECKS = 1, NEW_TERRAIN = 2, MORE_TERRAIN = 3 };

/* Nothing is foreseen yet in games of a ruleset; its largest pile takes the most words. */
static void begin_foresight(Foresight *f, const Rules *r) {
    int most = at_least(r->all_cards, r->tickets);
    look_ahead(f, at_least(most, TERRAIN_CARDS));
}

/* Foresee the shuffles of a game that is to be dealt. */
static void foresee_deal(Foresight *f, const Rules *r, const State *s) {
    foresee(f, s, DECK_PILE, 0);
    foresee(f, s, TICKETS_PILE, 0);
    if (r->long_deck_size) foresee(f, s, LONG_PILE, 0);
    if (r->terrain) foresee(f, s, TERRAIN_PILE, 0);
}

/* Foresee the shuffles of a game that is to be played out: those after dealing. */
static void foresee_play(Foresight *f, const Rules *r, const State *s) {
    int decks = NEW_DECKS + (r->warehouses || r->europe ? MORE_DECKS : 0);
    int terrain = r->terrain ? NEW_TERRAIN + (r->warehouses ? MORE_TERRAIN : 0) : 0;
    if (r->mixes_returned && !s->turns) foresee(f, s, RETURNED_PILE, 0);
    for (int n = 0; n < decks; n++) foresee(f, s, DECK_PILE, at_least(s->shuffles, 1) + n);
    for (int n = 0; n < terrain; n++)
        foresee(f, s, TERRAIN_PILE, at_least(s->terrain_shuffles, 1) + n);
}

/* Deal a game by itself. */
static void deal_alone(const Rules *r, State *s) {
    Foresight f;
    begin_foresight(&f, r);
    if (s->chance == SEEDED) foresee_deal(&f, r, s);
    work_out_words(&f, 0, f.size);
    s->foresight = &f;
    deal(r, s);
    s->foresight = NULL;
}
