/* X: Europe, tunnels that may cost more, stations, and the routes that they lend (modules/europe). */

static void ask(State *s, int seat, Phase phase);
static void follow_claim(const Rules *r, State *s);
static void follow_action(const Rules *r, State *s);

static bool can_pay(const uint8_t *hand, int color, int cards, int locomotives) {
    return hand[color] >= cards - locomotives && hand[LOCOMOTIVE] >= locomotives;
}

/* Whether a claim is held up until it is known what its tunnel costs (X3). */
static bool holds_up(const Rules *r, int route) { return r->europe && mask_has(&r->tunnels, route); }

/* Lay a payment on the table: it is out of the hand and not yet discarded (X3, X4). */
static void lay_payment(const Rules *r, State *s, Action claim) {
    int seat = s->seat, length = r->length[claim.what];
    s->laid = true;
    s->laid_route = claim.what;
    s->laid_color = claim.color;
    s->laid_locomotives = claim.locomotives;
    s->hands[seat][claim.color] -= (uint8_t)(length - claim.locomotives);
    s->hands[seat][LOCOMOTIVE] -= claim.locomotives;
    s->hand_sizes[seat] -= (uint8_t)length;
}

/* Put the payment back into the hand; returns the claim that it was laid down for. */
static Action take_up_payment(const Rules *r, State *s) {
    Action claim = claim_of(s->laid_route, s->laid_color, s->laid_locomotives);
    int seat = s->seat, length = r->length[claim.what];
    s->hands[seat][claim.color] += (uint8_t)(length - claim.locomotives);
    s->hands[seat][LOCOMOTIVE] += claim.locomotives;
    s->hand_sizes[seat] += (uint8_t)length;
    s->laid = s->laid_route = s->laid_color = s->laid_locomotives = 0;
    return claim;
}

static void discard_turned_up(State *s) {
    for (int card = 0; card < KINDS; card++) s->discard[card] += s->turned[card];
    memset(s->turned, 0, sizeof s->turned);
}

/* Claim the tunnel with the payment on the table. */
static void complete_claim(const Rules *r, State *s) {
    play_claim(r, s, take_up_payment(r, s), 1);
    discard_turned_up(s);
}

/* How many cards the tunnel costs more. */
static int surcharge(const State *s) {
    int alike = s->laid_color == LOCOMOTIVE ? 0 : s->turned[s->laid_color];
    return s->turned[LOCOMOTIVE] + alike;
}

/* Turn up three cards, or those that there are; a new deck meanwhile is one without them. */
static void turn_up(const Rules *r, State *s) {
    for (int n = 0; n < TURNED_UP && s->deck_size; n++) {
        s->turned[s->deck[--s->deck_size]]++;
        if (!s->deck_size) refill(r, s);
    }
}

/* Ask for what the tunnel costs more; if it costs no more, it is claimed. */
static void follow_tunnel(const Rules *r, State *s) {
    turn_up(r, s);
    bool more = surcharge(s) > 0;
    if (!more) complete_claim(r, s);
    settle(r, s);
    if (more) ask(s, s->seat, SURCHARGE);
    else follow_claim(r, s);
}

static Action paid_with(Kind kind, int color, int cards, int locomotives) {
    return (Action){.kind = (uint8_t)kind, .color = (uint8_t)color, .cards = (uint8_t)cards,
                    .locomotives = (uint8_t)locomotives};
}

static void list_surcharges(const State *s, Listing *list) {
    const uint8_t *hand = s->hands[s->seat];
    int color = s->laid_color, cards = surcharge(s);
    for (int locomotives = 0; color != LOCOMOTIVE && locomotives < cards; locomotives++)
        if (can_pay(hand, color, cards, locomotives))
            list_action(list, paid_with(PAY_SURCHARGE, color, cards, locomotives));
    if (hand[LOCOMOTIVE] >= cards)
        list_action(list, paid_with(PAY_SURCHARGE, LOCOMOTIVE, cards, cards));
}

static int count_surcharges(const State *s) {
    Action room[TURNED_UP + 1];
    Listing list = {room, 0, TURNED_UP + 1};
    list_surcharges(s, &list);
    return list.size;
}

/* Whether cards of the colour paid, or locomotives alone, are so many and in the hand. */
static bool may_pay_surcharge(const State *s, Action action) {
    bool mixed = action.color == s->laid_color && action.color < LOCOMOTIVE
        && action.locomotives < action.cards;
    bool alone = action.color == LOCOMOTIVE && action.locomotives == action.cards;
    return action.cards == surcharge(s) && (mixed || alone)
        && can_pay(s->hands[s->seat], action.color, action.cards, action.locomotives);
}

static void play_surcharge(const Rules *r, State *s, Action action) {
    pay(s, s->seat, action.color, action.cards - action.locomotives);
    pay(s, s->seat, LOCOMOTIVE, action.locomotives);
    complete_claim(r, s);
}

static void play_give_up(const Rules *r, State *s) {
    take_up_payment(r, s);
    s->given_up[s->seat]++;
    discard_turned_up(s);
}

enum { STATION_WAYS = COLORS * STATIONS + 1 };

/* The ways in which the asked seat can pay for its next station (X6); returns how many. */
static int station_ways(const State *s, Action *ways) {
    const uint8_t *hand = s->hands[s->seat];
    int price = STATIONS - s->stations_left[s->seat] + 1, size = 0;
    if (!s->stations_left[s->seat]) return 0;
    for (int color = 0; color < COLORS; color++)
        for (int locomotives = 0; locomotives < price; locomotives++)
            if (can_pay(hand, color, price, locomotives))
                ways[size++] = paid_with(BUILD_STATION, color, price, locomotives);
    if (hand[LOCOMOTIVE] >= price)
        ways[size++] = paid_with(BUILD_STATION, LOCOMOTIVE, price, price);
    return size;
}

static int count_stations(const Rules *r, const State *s) {
    Action ways[STATION_WAYS];
    return station_ways(s, ways) * free_sites(r, s);
}

static void list_stations(const Rules *r, const State *s, Listing *list) {
    Action ways[STATION_WAYS];
    int size = station_ways(s, ways);
    for (int way = 0; way < size; way++) {
        for (int city = 0; city < r->cities; city++) {
            ways[way].what = (uint8_t)city;
            if (may_stand(r, s, city)) list_action(list, ways[way]);
        }
    }
}

static Action nth_station(const Rules *r, const State *s, int nth) {
    Action ways[STATION_WAYS];
    int sites = free_sites(r, s);
    station_ways(s, ways);
    Action station = ways[nth / sites];
    station.what = (uint8_t)nth_site(r, s, nth % sites);
    return station;
}

static bool may_build_station(const Rules *r, const State *s, Action action) {
    Action ways[STATION_WAYS];
    if (action.what >= r->cities || !may_stand(r, s, action.what)) return false;
    for (int size = station_ways(s, ways), way = 0; way < size; way++)
        if (ways[way].color == action.color && ways[way].cards == action.cards
            && ways[way].locomotives == action.locomotives) return true;
    return false;
}

static void play_station(State *s, Action action) {
    pay(s, s->seat, action.color, action.cards - action.locomotives);
    pay(s, s->seat, LOCOMOTIVE, action.locomotives);
    s->station_owner[action.what] = (int8_t)s->seat;
    s->stations++;
    s->stations_left[s->seat]--;
}

/* The two parts of a seat's own network that a lent route joins. */
typedef struct { uint8_t a, b; } Link;

/* What a choice of lent routes is worth: its points, and the tickets that it completes (X7). */
typedef struct { int points, size; uint64_t done[MOST_TICKETS / 64]; } Merit;

/* A seat's stations and tickets while the best choice is looked for. */
typedef struct {
    const Rules *r;
    uint8_t *above;                          /* the seat's own network */
    uint8_t part[MOST_NODES];                /* the parts of it, as the chosen links join them */
    uint8_t tickets[MOST_TICKETS];           /* those that links may complete */
    int size, stations;
    Link links[STATIONS][MOST_ROUTES];
    int number[STATIONS];
    Link chosen[STATIONS], best_links[STATIONS];
    int best_number;
    Merit best;
} Lending;

/* The routes that a station on a city can lend: one for each pair of parts that they join. */
static int links_at(Lending *l, const State *s, int seat, int city, Link *links) {
    Mask others = {{0}};
    int size = 0;
    for (int owner = 0; owner < s->seats; owner++)
        if (owner != seat) others = mask_or(others, s->owned[owner]);
    others = mask_and(others, l->r->touching[city]);
    for (int w = 0; w < l->r->words; w++) {
        for (uint64_t left = others.word[w]; left; left &= left - 1) {
            const uint8_t *ends = l->r->route_node[64 * w + lowest_bit(left)];
            int a = top(l->above, ends[0]), b = top(l->above, ends[1]), n = 0;
            while (n < size && !(links[n].a == a && links[n].b == b)
                   && !(links[n].a == b && links[n].b == a)) n++;
            if (a != b && n == size) links[size++] = (Link){(uint8_t)a, (uint8_t)b};
        }
    }
    return size;
}

/* Whether a ticket is complete once the chosen links have joined the parts of a network. */
static bool joined(const Lending *l, int ticket) {
    const Rules *r = l->r;
    for (int n = 0; n < r->places[ticket][0]; n++) {
        int start = l->part[top(l->above, r->place[ticket][0][n])];
        for (int m = 0; m < r->places[ticket][1]; m++)
            if (l->part[top(l->above, r->place[ticket][1][m])] == start) return true;
    }
    return false;
}

/* Whether one choice is better: more points, more tickets, or those that come first. */
static bool is_worth_more(const Merit *one, const Merit *other) {
    if (one->points != other->points) return one->points > other->points;
    if (one->size != other->size) return one->size > other->size;
    for (int w = 0; w < MOST_TICKETS / 64; w++) {
        uint64_t differing = one->done[w] ^ other->done[w];
        if (differing) return one->done[w] >> lowest_bit(differing) & 1;
    }
    return false;
}

/* Keep the choice of the first links if it is the best one so far. */
static void weigh(Lending *l, int number) {
    Merit merit = {0};
    for (int n = 0; n < l->size; n++) {
        int ticket = l->tickets[n];
        if (!joined(l, ticket)) continue;
        merit.points += l->r->ticket_points[ticket];
        merit.size++;
        merit.done[ticket >> 6] |= (uint64_t)1 << (ticket & 63);
    }
    if (!is_worth_more(&merit, &l->best)) return;
    l->best = merit;
    l->best_number = number;
    memcpy(l->best_links, l->chosen, sizeof l->chosen);
}

/* Let every node of the first links be a part of its own. */
static void part_links(Lending *l, int number) {
    for (int n = 0; n < number; n++) {
        l->part[l->chosen[n].a] = l->chosen[n].a;
        l->part[l->chosen[n].b] = l->chosen[n].b;
    }
}

/* Join the parts at both ends of each of the first links. */
static void join_links(Lending *l, int number) {
    for (int n = 0; n < number; n++) {
        int old = l->part[l->chosen[n].a], new = l->part[l->chosen[n].b];
        for (int m = 0; m < number; m++) {
            if (l->part[l->chosen[m].a] == old) l->part[l->chosen[m].a] = (uint8_t)new;
            if (l->part[l->chosen[m].b] == old) l->part[l->chosen[m].b] = (uint8_t)new;
        }
    }
}

/* Try what each station from this one on can lend, or nothing, beside the links chosen so far. */
static void try_stations(Lending *l, int station, int number) {
    if (station == l->stations) {
        join_links(l, number);
        weigh(l, number);
        part_links(l, number);
        return;
    }
    try_stations(l, station + 1, number);
    for (int n = 0; n < l->number[station]; n++) {
        l->chosen[number] = l->links[station][n];
        try_stations(l, station + 1, number + 1);
    }
}

/* A seat's open tickets that links may complete: those with places at links on both sides. */
static void find_open_tickets(Lending *l, const State *s, int seat) {
    bool linked[MOST_NODES] = {false};
    for (int station = 0; station < l->stations; station++)
        for (int n = 0; n < l->number[station]; n++)
            linked[l->links[station][n].a] = linked[l->links[station][n].b] = true;
    for (int n = 0; n < s->kept_size; n++) {
        int ticket = s->kept[n], sides = 0;
        if (s->keeper[n] != seat || completes(l->r, l->above, ticket)) continue;
        for (int side = 0; side < 2; side++) {
            bool any = false;
            for (int at = 0; at < l->r->places[ticket][side]; at++)
                any |= linked[top(l->above, l->r->place[ticket][side][at])];
            sides += any;
        }
        if (sides == 2) l->tickets[l->size++] = (uint8_t)ticket;
    }
}

/* Join what a seat's stations lend it to its own network, by the best choice of routes (X7). */
static void lend_routes(const Rules *r, const State *s, int seat, uint8_t *above) {
    Lending l = {.r = r, .above = above};
    if (s->stations_left[seat] == STATIONS) return;
    for (int city = 0; city < r->cities && l.stations < STATIONS; city++) {
        if (s->station_owner[city] != (int8_t)seat) continue;
        l.number[l.stations] = links_at(&l, s, seat, city, l.links[l.stations]);
        l.stations++;
    }
    find_open_tickets(&l, s, seat);
    if (!l.size) return;
    for (int node = 0; node < r->nodes; node++) l.part[node] = (uint8_t)node;
    try_stations(&l, 0, 0);
    for (int n = 0; n < l.best_number; n++) {
        int a = top(above, l.best_links[n].a), b = top(above, l.best_links[n].b);
        above[a] = (uint8_t)b;
    }
}
