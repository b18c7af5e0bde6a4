/* Planners: seats of an imagined game that play as `Judgement` of arena/planning judges.

   In games without modules they give the very answers of the Python there; tests/kernel holds the two
   together. */

static const double ANY_USE = 0.08, OTHER_COLOR = 0.3, LAST_CARD = 0.15;

/* A route of a plan, the cards it costs beside a ferry's locomotives, and the use of one for it. */
typedef struct { uint8_t route, color, cards; double use; } Leg;

enum { MOST_LEGS = MOST_TRAINS + MOST_EXTRAS };

typedef struct {
    int seat, legs, ferries;
    int first;               /* a route to claim before all others, or -1 */
    bool planned;
    TicketSet given_up;      /* tickets that are not planned for any more */
    Ground ground;
    Draft plan;
    Leg leg[MOST_LEGS];      /* of the plan: coloured ones first, then gray ones, the longest first */
} Planner;

static inline Leg leg_of(const Rules *r, int route, double use) {
    return (Leg){(uint8_t)route, r->color[route], (uint8_t)(r->length[route] - r->ferry[route]), use};
}

static inline bool comes_before(const Leg *a, const Leg *b) {
    return a->cards != b->cards ? a->cards > b->cards : a->route > b->route;
}

/* Put a gray leg among the gray ones, which begin at a place. */
static void add_gray(Planner *p, int first, Leg leg) {
    int at = p->legs++;
    for (; at > first && comes_before(&leg, &p->leg[at - 1]); at--) p->leg[at] = p->leg[at - 1];
    p->leg[at] = leg;
}

/* Set out the routes of the plan in the order in which a hand is laid out for them. */
static void set_out(const Chair *c, Planner *p) {
    const Rules *r = c->r;
    Leg every[MOST_TRAINS + MOST_EXTRAS];
    int size = 0;
    for (int w = 0; w < r->words; w++)
        for (uint64_t left = p->plan.routes.word[w]; left; left &= left - 1)
            every[size++] = leg_of(r, 64 * w + lowest_bit(left), 1.0);
    for (int n = 0; n < p->plan.extras; n++)
        every[size++] = leg_of(r, p->plan.extra[n], c->w->extra);
    p->legs = p->ferries = 0;
    for (int n = 0; n < size; n++) {
        p->ferries += r->ferry[every[n].route];
        if (every[n].color != GRAY) p->leg[p->legs++] = every[n];
    }
    for (int n = 0, first = p->legs; n < size; n++)
        if (every[n].color == GRAY) add_gray(p, first, every[n]);
}

/* Make a plan for the tickets that were not given up, and give up what does not fit. */
static void plan_anew(const Chair *c, Planner *p) {
    uint8_t held[MOST_TICKETS], tickets[MOST_TICKETS];
    int all = tickets_of(c->s, p->seat, held), size = 0;
    for (int n = 0; n < all; n++)
        if (!set_has(&p->given_up, held[n])) tickets[size++] = held[n];
    size = leave_unfinished(c->r, c->s->owned[p->seat], tickets, size);
    forget_networks(c->networks);
    look_over_board(c, &p->ground);
    make_plan(c, &p->ground, tickets, size, &p->plan);
    for (int n = 0; n < all; n++)
        if (!memchr(p->plan.ticket, held[n], (size_t)p->plan.tickets)) set_put(&p->given_up, held[n]);
    set_out(c, p);
    p->planned = true;
}

/* What each kind of card does, with locomotives last: each colour at least what it does for a gray
   route for which another is collected. */
static void value_cards(const Weights *w, double other, int missing, int spare, double *values) {
    for (int color = 0; other > 0.0 && color < COLORS; color++)
        if (!(values[color] > other)) values[color] = other;
    if (missing <= spare) {  /* all is in hand: cards are for later */
        for (int color = 0; color < COLORS; color++) values[color] *= 0.3;
        values[LOCOMOTIVE] = 0.5;
    } else {
        values[LOCOMOTIVE] = w->locomotive + (spare < 0 ? 0.5 : 0.0);
    }
}

/* Lay out the hand for some legs: the claims that it pays, and what each kind of card does; returns
   how many claims there are. */
static int lay_out_legs(const Chair *c, const Planner *p, const Leg *legs, int size, Action *payable,
                        double *values) {
    const Rules *r = c->r;
    const uint8_t *hand = c->s->hands[p->seat];
    int left[COLORS], missing = 0, payables = 0, spare = hand[LOCOMOTIVE] - p->ferries;
    double other = 0.0;
    Mask open = claimable(r, c->s, p->seat);
    for (int color = 0; color < COLORS; color++) {
        left[color] = hand[color];
        values[color] = ANY_USE + 0.02 * hand[color];
    }
    for (int n = 0; n < size; n++) {
        const Leg *leg = &legs[n];
        bool gray = leg->color == GRAY;
        int color = gray ? most_of(left) : leg->color, lacking = leg->cards - left[color];
        if (lacking > 0) {
            double use = leg->use;
            left[color] = 0;
            missing += lacking;
            if (gray) {
                if (OTHER_COLOR * use > other) other = OTHER_COLOR * use;
            } else {
                use *= 1.0 + LAST_CARD / lacking;
            }
            if (use > values[color]) values[color] = use;
            if (lacking > spare) continue;
        } else {
            left[color] = -lacking;
            lacking = 0;
        }
        int locomotives = lacking + r->ferry[leg->route];
        if (!mask_has(&open, leg->route) || locomotives > hand[LOCOMOTIVE]) continue;
        if (locomotives == r->length[leg->route]) color = LOCOMOTIVE;
        payable[payables++] = claim_of(leg->route, color, locomotives);
    }
    value_cards(c->w, other, missing, spare, values);
    return payables;
}

/* What the unseen top card does on average. */
static double blind_value(const Chair *c, const double *values) {
    const State *s = c->s;
    double worth = 0.0;
    int all = 0;
    for (int card = 0; card < KINDS; card++) {
        int unseen = c->r->cards[card] - s->discard[card] - s->row[card] - s->hands[c->seat][card];
        worth += unseen * values[card];
        all += unseen;
    }
    return worth / (all ? all : 1);
}

/* The best card but a locomotive of the row, what it does, and what the next best does. */
static int best_cards(const State *s, const double *values, double blind, double *first,
                      double *second) {
    int best = BLIND;
    *first = blind;
    *second = 0.0;
    for (int card = 0; card < COLORS; card++) {
        if (!s->row[card]) continue;
        double value = values[card];
        if (value > *first) {
            *second = s->row[card] > 1 ? value : *first;
            *first = value;
            best = card;
        } else if (value > *second) {
            *second = value;
        }
    }
    return best;
}

/* The card that does most for some legs, where the next one is taken too; false if there is none. */
static bool take_best(const Chair *c, const double *values, Action *action) {
    const State *s = c->s;
    double blind = s->deck_size ? blind_value(c, values) : -1.0, first, second;
    int card = best_cards(s, values, blind, &first, &second);
    double after = second > blind ? second : blind, total = first + (after > 0.0 ? after : 0.0);
    bool wild = s->row[LOCOMOTIVE] && values[LOCOMOTIVE] > total;
    *action = take(wild ? LOCOMOTIVE : card);
    return wild || !(first < 0.0);
}

/* Claim a route that comes before all others, or take a card for it; false if neither can be done. */
static bool play_for(const Chair *c, const Planner *p, int route, Action *action) {
    Mask open = claimable(c->r, c->s, p->seat);
    Leg leg = leg_of(c->r, route, 1.0);
    double values[KINDS];
    if (!mask_has(&open, route)) return false;
    return lay_out_legs(c, p, &leg, 1, action, values) || take_best(c, values, action);
}

/* Consider the train cards that can be taken, with the best second one after a first. */
static void consider_cards(const Chair *c, const Planner *p, Best *best) {
    const State *s = c->s;
    Action payable[MOST_LEGS];
    double values[KINDS], per_card = c->w->turn / c->w->rate;
    lay_out_legs(c, p, p->leg, p->legs, payable, values);
    double blind = s->deck_size ? blind_value(c, values) : 0.0;
    for (int card = 0; card < COLORS; card++) {
        if (!s->row[card]) continue;
        double after = blind;
        for (int next = 0; !s->taken && next < COLORS; next++)
            if (s->row[next] > (next == card) && values[next] > after) after = values[next];
        consider(best, per_card * (values[card] + (s->taken ? 0.0 : after)), take(card));
    }
    if (s->row[LOCOMOTIVE] && !s->taken)
        consider(best, per_card * values[LOCOMOTIVE], take(LOCOMOTIVE));
    if (s->deck_size) {
        double after = blind;
        for (int next = 0; next < COLORS; next++)
            if (s->row[next] && values[next] > after) after = values[next];
        consider(best, per_card * (blind + (s->taken ? 0.0 : after)), take(BLIND));
    }
}

/* What it is worth to claim a planned route now: a turn's work, and the risk of waiting. */
static double step_value(const Chair *c, const Planner *p, int route) {
    double work = c->w->turn + 0.05 * c->r->length[route];
    if (!mask_has(&p->plan.routes, route)) return work * c->w->extra;
    double damage = damage_of(c, &p->ground, &p->plan, route);
    return work + c->w->danger * (damage * rivals_near(c, route));
}

/* Consider claims of planned routes, and of those that block a rival. */
static void consider_claims(const Chair *c, const Planner *p, Best *best) {
    double worth[MOST_ROUTES];
    Mask planned = with_extras(&p->plan), payable = payable_routes(c);
    Mask wanted = mask_and(payable, planned);
    Mask routes = block_values(c, mask_without(payable, planned), worth);
    for (int w = 0; w < c->r->words; w++) {
        for (uint64_t left = wanted.word[w]; left; left &= left - 1) {
            int route = 64 * w + lowest_bit(left);
            worth[route] = step_value(c, p, route);
        }
    }
    routes = mask_or(routes, wanted);
    if (!mask_empty(routes)) consider_paying(c, &p->plan, routes, worth, best);
}

/* Consider all that a turn can be used for: claims alone at the end, if there are any. */
static void consider_turn(const Chair *c, const Planner *p, Best *best) {
    if (c->s->last_turns >= 0) {
        consider_final_claims(c, &p->ground, best);
        if (!best->any) consider_cards(c, p, best);
        return;
    }
    consider_claims(c, p, best);
    consider_cards(c, p, best);
    if (c->s->ticket_deck_size)
        consider(best, tickets_value(c, &p->ground, &p->plan), (Action){.kind = TICKETS});
}

/* The answer of the asked seat, with a new plan where a turn begins or tickets are chosen. */
static Action answer_of(const Rules *r, State *s, const Weights *w, Planner *p) {
    Networks networks;
    Chair chair = {r, s, w, p->seat, &networks}, *c = &chair;
    Best best = {0};
    if (s->phase != CARD || !p->planned) plan_anew(c, p);
    if (s->phase == TURN && s->last_turns < 0 && p->first >= 0) {
        if (play_for(c, p, p->first, &best.action)) return best.action;
        p->first = -1;  /* it is claimed, or lost */
    }
    if (s->phase == TURN) consider_turn(c, p, &best);
    else if (s->phase == CARD) consider_cards(c, p, &best);
    else consider_keeps(c, &p->ground, &p->plan, &best);
    if (best.any) return best.action;
    Options options;
    if (count_legal(r, s, &options)) return nth_legal(r, s, &options, 0);
    s->failed = true;  /* never in a game that was dealt here */
    return best.action;
}

/* Play a game to its end, a planner for each seat; returns how many decisions that took. */
static int plan_to_end(const Rules *r, State *s, const Weights *w, Planner *planners) {
    int decisions = 0;
    while (!s->over && !s->failed) {
        Action action = answer_of(r, s, w, &planners[s->seat]);
        if (!s->failed) apply(r, s, action);
        decisions++;
    }
    return decisions;
}
