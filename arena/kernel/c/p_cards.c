/* Cards: what a hand lacks for routes, and the turns that this takes (planning/cards.py,
   planning/turns.py). */

/* The numbers that planning judges by: those of `Weights` that games without modules ask for. */
typedef struct {
    double turn, train, rate, held, least, spread, extra, locomotive, danger, block, runner_up;
    double pace, tight, slack, single, growth;
} Weights;

/* What routes cost in cards: of each colour, of any one colour by how many, and locomotives. */
typedef struct { int colored[COLORS], gray[MOST_LENGTH + 1], locomotives; } Bill;

/* Put a route on a bill, or strike it out if `sign` is -1. */
static inline void put_on_bill(const Rules *r, int route, int sign, Bill *bill) {
    int cards = r->length[route] - r->ferry[route];
    bill->locomotives += sign * r->ferry[route];
    if (r->color[route] == GRAY) bill->gray[cards] += sign;
    else bill->colored[r->color[route]] += sign * cards;
}

static Bill bill_of(const Rules *r, Mask routes) {
    Bill bill = {{0}, {0}, 0};
    for (int w = 0; w < r->words; w++)
        for (uint64_t left = routes.word[w]; left; left &= left - 1)
            put_on_bill(r, 64 * w + lowest_bit(left), 1, &bill);
    return bill;
}

/* The colour that most cards are of, the first of equal ones. */
static inline int most_of(const int *cards) {
    int most = 0;
    for (int color = 1; color < COLORS; color++)
        if (cards[color] > cards[most]) most = color;
    return most;
}

/* Lay out a hand: how many cards of each colour it lacks. A gray route gets the colour that most is
   left of. */
static void lay_out(const Bill *bill, const uint8_t *hand, int *lacking) {
    int left[COLORS];
    for (int color = 0; color < COLORS; color++) {
        int rest = hand[color] - bill->colored[color];
        left[color] = at_least(rest, 0);
        lacking[color] = at_least(-rest, 0);
    }
    for (int cards = MOST_LENGTH; cards >= 0; cards--) {
        for (int n = 0; n < bill->gray[cards]; n++) {
            int color = most_of(left), use = at_most(left[color], cards);
            left[color] -= use;
            lacking[color] += cards - use;
        }
    }
}

/* How many cards a hand lacks to pay a bill. */
static int missing_for(const Bill *bill, const uint8_t *hand) {
    int lacking[COLORS], missing = bill->locomotives - hand[LOCOMOTIVE];
    lay_out(bill, hand, lacking);
    for (int color = 0; color < COLORS; color++) missing += lacking[color];
    return at_least(missing, 0);
}

/* The fewest turns in which a seat can lay these trains with so many cards. */
static double fewest_turns(const Weights *w, int trains, int cards) {
    if (trains <= 0) return 0.0;
    double lacking = trains - 0.75 * cards;
    return trains / 3.6 + (lacking > 0.0 ? lacking : 0.0) / w->rate;
}

/* How many turns a seat still has, this one included, until another seat can end the game. */
static double turns_left(const Rules *r, const State *s, const Weights *w, int seat) {
    if (s->last_turns >= 0) return 1.0;
    double soonest = INFINITY;
    for (int other = 0; other < s->seats; other++) {
        if (other == seat) continue;
        double turns = fewest_turns(w, s->trains[other] - r->last_trains, s->hand_sizes[other]);
        if (turns < soonest) soonest = turns;
    }
    return 1.5 + w->pace * soonest;
}

/* How likely the game lasts for the turns needed, when `left` are expected. */
static double odds_of(const Weights *w, double needed, double left) {
    double doubt = w->spread * left > 1.0 ? w->spread * left : 1.0;
    double late = (needed - left) / doubt;
    return 1.0 / (1.0 + exp(late < 50.0 ? late : 50.0));
}

static int number_of_routes(Mask routes) {
    int number = 0;
    for (int w = 0; w < MASK_WORDS; w++) number += __builtin_popcountll(routes.word[w]);
    return number;
}

/* How many turns it takes to take the cards for these routes and claim them. */
static double turns_for(const Rules *r, const State *s, const Weights *w, int seat, Mask routes) {
    const uint8_t *hand = s->hands[seat];
    Bill bill = bill_of(r, routes);
    int lacking[COLORS], missing = 0, most = 0, spare = hand[LOCOMOTIVE] - bill.locomotives;
    lay_out(&bill, hand, lacking);
    for (int color = 0; color < COLORS; color++) {
        missing += lacking[color];
        most = at_least(most, lacking[color]);
    }
    double all = at_least(missing - spare, 0) / w->rate;
    double one = (most - at_least(spare, 0)) / w->single;
    return number_of_routes(routes) + (all > one ? all : one);
}
