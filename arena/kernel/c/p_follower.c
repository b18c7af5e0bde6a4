/* Followers: seats of an imagined game that follow their plans (planning/follower.py, and
   planning/taking.py for the cards of a last turn).

   In games without modules they answer as the followers of Python do, to the last digit of what
   they compare; tests/kernel holds the two together. */

enum { AGE = 8, HANDFUL = 4 };  /* turns until a plan is made anew; cards until tickets are judged */
static const double ANY_USE = 0.08, OTHER_COLOR = 0.3, LAST_CARD = 0.15;

/* A route of a plan, the cards it costs beside a ferry's locomotives, and the use of one for it. */
typedef struct { uint8_t route, color, cards; double use; } Leg;

typedef struct {
    int seat, turns, legs, ferries, first;  /* `first`: a route to claim before all others, or -1 */
    bool planned, knows_values;
    Ground ground;
    Draft plan;
    Mask extras, damaged;
    double damage[MOST_ROUTES];             /* of the routes in `damaged` */
    Leg leg[MOST_TRAINS + MOST_EXTRAS];     /* coloured ones first, then gray ones, the longest first */
    TicketSet given_up;
    double worth;                           /* what tickets would bring, as it was last judged */
    Mask judged_routes;                     /* the network and the hand for which that was */
    int judged_hand;
    double values[KINDS], blind;            /* what second cards do, where `knows_values` */
} Follower;

static void begin_follower(Follower *f, int seat) {
    memset(f, 0, offsetof(Follower, ground));
    f->seat = seat;
    f->first = -1;
    f->given_up = (TicketSet){{0}};
    f->worth = -INFINITY;
    f->judged_routes = (Mask){{0}};
    f->judged_hand = -1;
}

static inline Leg leg_of(const Rules *r, int route, double use) {
    return (Leg){(uint8_t)route, r->color[route], (uint8_t)(r->length[route] - r->ferry[route]), use};
}

static inline bool comes_before(const Leg *a, const Leg *b) {
    return a->cards != b->cards ? a->cards > b->cards : a->route > b->route;
}

/* Put a gray leg among the gray ones, which begin at a place. */
static void add_gray(Follower *f, int first, Leg leg) {
    int at = f->legs++;
    for (; at > first && comes_before(&leg, &f->leg[at - 1]); at--) f->leg[at] = f->leg[at - 1];
    f->leg[at] = leg;
}

/* Set out the routes of the plan in the order in which a hand is laid out for them. */
static void set_out(const Chair *c, Follower *f) {
    const Rules *r = c->r;
    Leg every[MOST_TRAINS + MOST_EXTRAS];
    int size = 0;
    for (int w = 0; w < r->words; w++)
        for (uint64_t left = f->plan.routes.word[w]; left; left &= left - 1)
            every[size++] = leg_of(r, 64 * w + lowest_bit(left), 1.0);
    for (int n = 0; n < f->plan.extras; n++)
        every[size++] = leg_of(r, f->plan.extra[n], c->w->extra);
    f->legs = f->ferries = 0;
    for (int n = 0; n < size; n++) {
        f->ferries += r->ferry[every[n].route];
        if (every[n].color != GRAY) f->leg[f->legs++] = every[n];
    }
    for (int n = 0, first = f->legs; n < size; n++)
        if (every[n].color == GRAY) add_gray(f, first, every[n]);
}

/* Make a plan for the tickets still to complete, and follow it; without any tickets, on the ground
   that was looked over last. */
static void make_new_plan(const Chair *c, Follower *f) {
    uint8_t held[MOST_TICKETS], tickets[MOST_TICKETS];
    int all = tickets_of(c->s, f->seat, held), size = 0;
    for (int n = 0; n < all; n++)
        if (!set_has(&f->given_up, held[n])) tickets[size++] = held[n];
    size = leave_unfinished(c->r, c->s->owned[f->seat], tickets, size);
    forget_networks(c->networks);
    if (size || !f->planned) look_over_board(c, &f->ground);
    else f->ground.turns = turns_left(c->r, c->s, c->w, f->seat);
    make_plan(c, &f->ground, tickets, size, &f->plan);
    f->planned = true;
    f->turns = 1;
    f->damaged = f->extras = (Mask){{0}};
    f->given_up = (TicketSet){{0}};
    for (int n = 0; n < all; n++)
        if (!memchr(f->plan.ticket, held[n], (size_t)f->plan.tickets)) set_put(&f->given_up, held[n]);
    for (int n = 0; n < f->plan.extras; n++) mask_put(&f->extras, f->plan.extra[n]);
    set_out(c, f);
}

/* Strike routes that are no longer open from the plan. */
static void strike(const Chair *c, Follower *f, Mask open) {
    int extras = 0, legs = 0;
    f->plan.routes = mask_and(f->plan.routes, open);
    f->extras = mask_and(f->extras, open);
    for (int n = 0; n < f->plan.extras; n++)
        if (mask_has(&open, f->plan.extra[n])) f->plan.extra[extras++] = f->plan.extra[n];
    f->plan.extras = extras;
    f->ferries = 0;
    for (int n = 0; n < f->legs; n++) {
        if (!mask_has(&open, f->leg[n].route)) continue;
        f->ferries += c->r->ferry[f->leg[n].route];
        f->leg[legs++] = f->leg[n];
    }
    f->legs = legs;
}

/* Bring the plan up to date; a new one if it is old, cut off or completed. */
static void update_plan(const Chair *c, Follower *f) {
    if (!f->planned || f->turns >= AGE) {
        make_new_plan(c, f);
        return;
    }
    f->turns++;
    Mask open = c->s->open_to[f->seat], owned = c->s->owned[f->seat];
    Mask planned = mask_or(f->plan.routes, f->extras);
    bool whole = mask_empty(mask_without(planned, open));
    bool cut = !mask_empty(mask_without(mask_without(f->plan.routes, owned), open));
    if (mask_empty(mask_and(planned, open)) || (!whole && cut)) make_new_plan(c, f);
    else if (!whole) strike(c, f, open);
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
static int lay_out_legs(const Chair *c, const Follower *f, const Leg *legs, int size, Action *payable,
                        double *values) {
    const Rules *r = c->r;
    const uint8_t *hand = c->s->hands[f->seat];
    int left[COLORS], missing = 0, payables = 0, spare = hand[LOCOMOTIVE] - f->ferries;
    double other = 0.0;
    Mask open = claimable(r, c->s, f->seat);
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

/* Choose the card that does most, and tell how many useful cards it and the next one are; false if
   there is none to take. */
static bool take_first(const Chair *c, Follower *f, const double *values, Action *action,
                       double *useful) {
    const State *s = c->s;
    double blind = s->deck_size ? blind_value(c, values) : -1.0, first, second;
    int card = best_cards(s, values, blind, &first, &second);
    double after = second > blind ? second : blind, total = first + (after > 0.0 ? after : 0.0);
    if (s->row[LOCOMOTIVE] && values[LOCOMOTIVE] > total) {
        *useful = values[LOCOMOTIVE];
        *action = take(LOCOMOTIVE);
        return true;
    }
    f->knows_values = card != BLIND;
    memcpy(f->values, values, sizeof f->values);
    f->blind = blind;
    *useful = total;
    *action = take(card);
    return !(first < 0.0);
}

/* The first legal answer, where none is worth anything. */
static Action first_legal(const Rules *r, State *s) {
    Options options;
    if (count_legal(r, s, &options)) return nth_legal(r, s, &options, 0);
    s->failed = true;  /* never in a game that was dealt here */
    return (Action){.kind = PASS};
}

/* The card that does most after the first one. */
static Action take_second(const Chair *c, State *s, Follower *f) {
    if (!f->knows_values) {
        Action payable[MOST_TRAINS + MOST_EXTRAS];
        lay_out_legs(c, f, f->leg, f->legs, payable, f->values);
        f->blind = blind_value(c, f->values);
    }
    double value, next;
    int card = best_cards(s, f->values, s->deck_size ? f->blind : -1.0, &value, &next);
    return value >= 0.0 ? take(card) : first_legal(c->r, s);
}

/* The train card that does most, with the best second one after a first. */
static void consider_cards(const Chair *c, Follower *f, Best *best) {
    const State *s = c->s;
    Action payable[MOST_TRAINS + MOST_EXTRAS];
    double values[KINDS], per_card = c->w->turn / c->w->rate;
    lay_out_legs(c, f, f->leg, f->legs, payable, values);
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
static double step_value(const Chair *c, Follower *f, int route) {
    double work = c->w->turn + 0.05 * c->r->length[route];
    if (mask_has(&f->extras, route)) return work * c->w->extra;
    if (!mask_has(&f->damaged, route)) {
        f->damage[route] = damage_of(c, &f->ground, &f->plan, route);
        mask_put(&f->damaged, route);
    }
    return work + c->w->danger * (f->damage[route] * rivals_near(c, route));
}

/* What a claim is worth that is paid by its route's own share of the hand: an extra less what the
   tickets miss for it. */
static double claim_value(const Chair *c, Follower *f, Action claim) {
    double value = step_value(c, f, claim.what) - 0.02 * claim.locomotives;
    if (mask_has(&f->extras, claim.what) && !mask_empty(f->plan.routes)) {
        Bill bill = bill_of(c->r, f->plan.routes);
        uint8_t left[KINDS];
        pay_for(c, claim, left);
        int missing = missing_for(&bill, left) - missing_for(&bill, c->s->hands[f->seat]);
        value -= at_least(missing, 0) * c->w->turn / c->w->rate;
    }
    return value;
}

/* What taking tickets would bring, judged anew when the network or the hand has grown. */
static double tickets_worth(const Chair *c, Follower *f) {
    const State *s = c->s;
    double most = c->w->slack * turns_left(c->r, s, c->w, f->seat);
    if (number_of_routes(f->plan.routes) > most) return -INFINITY;
    double turns = turns_for(c->r, s, c->w, f->seat, f->plan.routes);
    if (turns > most) return -INFINITY;
    int hand = s->hand_sizes[f->seat] / HANDFUL;
    if (hand != f->judged_hand
        || memcmp(&s->owned[f->seat], &f->judged_routes, sizeof f->judged_routes)) {
        Ground ground;
        f->judged_hand = hand;
        f->judged_routes = s->owned[f->seat];
        look_over_board(c, &ground);
        f->worth = tickets_value(c, &ground, &f->plan, turns);
    }
    return f->worth;
}

/* Claim a route that comes before all others, or take a card for it; false if neither can be done. */
static bool play_for(const Chair *c, Follower *f, int route, Action *action) {
    Mask open = claimable(c->r, c->s, f->seat);
    Leg leg = leg_of(c->r, route, 1.0);
    double values[KINDS], useful;
    if (!mask_has(&open, route)) return false;
    return lay_out_legs(c, f, &leg, 1, action, values) || take_first(c, f, values, action, &useful);
}

/* Claim a route, take cards or take tickets, whichever is worth most. */
static Action play_turn(const Chair *c, State *s, Follower *f) {
    Best best = {0};
    Action action, payable[MOST_TRAINS + MOST_EXTRAS];
    double values[KINDS], useful, claimed = -INFINITY;
    f->knows_values = false;
    update_plan(c, f);
    if (s->last_turns >= 0) {
        consider_final_claims(c, &f->ground, &best);
        if (!best.any) consider_cards(c, f, &best);
        return best.any ? best.action : first_legal(c->r, s);
    }
    if (f->first >= 0) {
        if (play_for(c, f, f->first, &action)) return action;
        f->first = -1;  /* it is claimed, or lost */
    }
    for (int n = 0, size = lay_out_legs(c, f, f->leg, f->legs, payable, values); n < size; n++)
        consider(&best, claim_value(c, f, payable[n]), payable[n]);
    if (best.any) claimed = best.value;
    if (take_first(c, f, values, &action, &useful))
        consider(&best, useful * c->w->turn / c->w->rate, action);
    consider_blocks(c, &f->plan, claimed, &best);
    if (s->ticket_deck_size)
        consider(&best, tickets_worth(c, f), (Action){.kind = TICKETS});
    return best.any ? best.action : first_legal(c->r, s);
}

/* The answer of the asked seat's follower. */
static Action follow_plan(const Rules *r, State *s, const Weights *w, Follower *f) {
    Networks networks;
    Chair chair = {r, s, w, f->seat, &networks}, *c = &chair;
    Best best = {0};
    if (s->phase == TURN) return play_turn(c, s, f);
    if (s->phase == CARD && f->planned) return take_second(c, s, f);
    if (s->phase == CARD) {
        make_new_plan(c, f);
        consider_cards(c, f, &best);
        return best.any ? best.action : first_legal(r, s);
    }
    make_new_plan(c, f);
    f->planned = false;  /* new tickets want a new plan */
    consider_keeps(c, &f->ground, &f->plan, &best);
    return best.any ? best.action : first_legal(r, s);
}

/* Play a game to its end, a follower for each seat; returns how many decisions that took. */
static int follow_to_end(const Rules *r, State *s, const Weights *w, Follower *followers) {
    int decisions = 0;
    while (!s->over && !s->failed) {
        Action action = follow_plan(r, s, w, &followers[s->seat]);
        if (!s->failed) apply(r, s, action);
        decisions++;
    }
    return decisions;
}
