/* Tickets: which ones to keep, and what taking more of them would bring (planning/tickets.py). */

/* How many ways there are to choose so many out of a number. */
static double ways_to_choose(int number, int chosen) {
    double ways = 1.0;
    if (chosen < 0 || chosen > number) return 0.0;
    for (int n = 1; n <= chosen; n++) ways = ways * (number - chosen + n) / n;
    return ways;
}

/* How much more the Globetrotter bonus is worth with one more completed ticket. */
static inline double one_more(const Ground *ground, int tickets) {
    return bonus_after(ground, tickets + 1) - bonus_after(ground, tickets);
}

/* Consider the choices of an offer by what the best plan with the tickets held is worth. */
static void consider_keeps(const Chair *c, const Ground *ground, const Draft *held, Best *best) {
    const State *s = c->s;
    uint8_t tickets[MOST_PLANNED];
    int offered = s->offer_sizes[c->seat];
    for (int n = first_keep(c->r, s); n < 1 << offered; n++) {
        int chosen = choices[offered][n], size = held->tickets;
        double gain = 0.0;
        memcpy(tickets, held->ticket, (size_t)size);
        for (int at = 0; at < offered; at++)
            if (chosen >> at & 1) tickets[size++] = s->offers[c->seat][at];
        int left = leave_unfinished(c->r, s->owned[c->seat], tickets, size);
        for (int at = 0; at < offered; at++) {
            int ticket = s->offers[c->seat][at];
            if (chosen >> at & 1 && !memchr(tickets, ticket, (size_t)left))
                gain += c->r->ticket_points[ticket] + one_more(ground, 0);
        }
        Draft plan;
        plan_tickets(c, ground, tickets, left, &plan);
        consider(best, plan.value + gain, keep_of(chosen));
    }
}

/* What a ticket would bring whose places cost this much to join beside the plan. */
static double gain_of(const Chair *c, const Ground *ground, const Draft *plan, int trains, int points,
                      double cost) {
    double bonus = one_more(ground, plan->tickets);
    if (cost == 0.0) return points + bonus;
    if (cost > 0.9 * trains) return -points;  /* a train costs about a point */
    double needed = plan->turns + 1.0 + 1.1 * cost / c->w->turn;
    double odds = odds_of(c->w, needed, ground->turns);
    return points * (2.0 * odds - 1.0) + odds * bonus - cost;
}

/* The average best of `take` random gains, and part of the second; the best is given first. */
static double best_of_gains(const double *gains, int size, int take, double second) {
    double ways = ways_to_choose(size, take), worth = 0.0;
    for (int better = 0; better < size; better++) {
        int worse = size - better - 1;
        worth += gains[better] * ways_to_choose(worse, take - 1) / ways;
        if (gains[better] > 0.0 && take > 1)
            worth += second * gains[better] * better * ways_to_choose(worse, take - 2) / ways;
    }
    return worth;
}

static int by_size(const void *a, const void *b) {
    double one = *(const double *)a, other = *(const double *)b;
    return (one < other) - (one > other);
}

static inline bool same_place(Place a, Place b) {
    return a.size == b.size && !memcmp(a.node, b.node, (size_t)a.size);
}

/* What taking tickets would bring on average; not worth a thought while the plan takes long. */
static double tickets_value(const Chair *c, const Ground *ground, const Draft *plan) {
    const Rules *r = c->r;
    const State *s = c->s;
    if (plan->turns > c->w->slack * ground->turns) return -INFINITY;
    Costs costs = ground->costs;
    TicketSet done = {{0}};
    double gains[MOST_TICKETS];
    int size = 0, trains = s->trains[c->seat] - trains_for(r, plan->routes);
    double most = nextafter(at_least(trains, 0) * 0.9, INFINITY);  /* more is lost */
    put_cost(r, plan->routes, 0.0, costs.cost);
    for (int n = 0; n < s->kept_size; n++)
        if (s->keeper[n] == c->seat) set_put(&done, s->kept[n]);
    for (int first = 0; first < r->deck_size; first++) {
        if (set_has(&done, r->deck[first])) continue;
        Place starts = place_of(r, r->deck[first], 0);
        double far[MOST_NODES];
        measure_all(r, &costs, starts, most, far);
        for (int n = first; n < r->deck_size; n++) {  /* all that begin at the same place */
            int ticket = r->deck[n];
            if (set_has(&done, ticket) || !same_place(starts, place_of(r, ticket, 0))) continue;
            Place goals = place_of(r, ticket, 1);
            double cost = most;
            for (int at = 0; at < goals.size; at++)
                if (far[goals.node[at]] < cost) cost = far[goals.node[at]];
            set_put(&done, ticket);
            gains[size++] = gain_of(c, ground, plan, trains, r->ticket_points[ticket], cost);
        }
    }
    qsort(gains, (size_t)size, sizeof *gains, by_size);
    return best_of_gains(gains, size, at_most(r->take, size), c->w->runner_up);
}
