/* Chance: the order of a shuffled pile, the same as the referee's for the same seed.

   arena/seeds.py makes the seed of each shuffle by BLAKE2b (RFC 7693), and arena/referee/chance.py
   takes the words of Python's generator, which is MT19937 seeded by an array. */

static const uint64_t BLAKE_START[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

static const uint8_t BLAKE_ORDER[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
};

static inline uint64_t turned(uint64_t word, int bits) {
    return word >> bits | word << (64 - bits);
}

static inline void blake_mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 63);
}

/* The number of 64 bits that `arena.seeds.number_of` makes of a text of one block. */
static uint64_t number_of(const char *text, int size) {
    uint64_t block[16] = {0}, v[16];
    for (int at = 0; at < size; at++)
        block[at >> 3] |= (uint64_t)(uint8_t)text[at] << (8 * (at & 7));
    uint64_t first = BLAKE_START[0] ^ 0x01010000u ^ 8;  /* a digest of eight bytes, no key */
    for (int at = 0; at < 8; at++) {
        v[at] = at ? BLAKE_START[at] : first;
        v[at + 8] = BLAKE_START[at];
    }
    v[12] ^= (uint64_t)size;
    v[14] = ~v[14];
    for (int round = 0; round < 12; round++) {
        const uint8_t *order = BLAKE_ORDER[round];
        for (int n = 0; n < 4; n++)
            blake_mix(v, n, 4 + n, 8 + n, 12 + n, block[order[2 * n]], block[order[2 * n + 1]]);
        for (int n = 0; n < 4; n++)
            blake_mix(v, n, 4 + (n + 1) % 4, 8 + (n + 2) % 4, 12 + (n + 3) % 4,
                      block[order[8 + 2 * n]], block[order[9 + 2 * n]]);
    }
    return __builtin_bswap64(first ^ v[0] ^ v[8]);
}

enum { MT_SIZE = 624, MT_SHIFT = 397 };

static uint32_t mt_start[MT_SIZE];  /* the state that seeding by an array begins with */

/* Work out the state that seeding by an array begins with, once. */
static void prepare_chance(void) {
    mt_start[0] = 19650218u;
    for (uint32_t n = 1; n < MT_SIZE; n++)
        mt_start[n] = 1812433253u * (mt_start[n - 1] ^ (mt_start[n - 1] >> 30)) + n;
}

/* Seed two generators as `random.Random(seed)` does, each step of one beside that of the other:
   every step waits for the one before it, so two take hardly longer than one. */
static void mt_seed(uint32_t (*mt)[2], const uint64_t *seed) {
    uint32_t key[2][2], before[2] = {mt_start[0], mt_start[0]};
    int odd[2];
    for (int g = 0; g < 2; g++) {
        key[0][g] = (uint32_t)seed[g];
        key[1][g] = (uint32_t)(seed[g] >> 32) + 1;  /* key[j] + j */
        odd[g] = key[1][g] != 1;                    /* a short seed is a key of one word */
        if (!odd[g]) key[1][g] = key[0][g];
    }
    for (int n = 1; n < MT_SIZE; n++) {
        for (int g = 0; g < 2; g++) {
            uint32_t x = before[g];
            mt[n][g] = before[g] = (mt_start[n] ^ ((x ^ (x >> 30)) * 1664525u)) + key[~n & 1][g];
        }
    }
    for (int g = 0; g < 2; g++) {  /* the end of the ring is its beginning */
        uint32_t x = before[g];
        mt[1][g] = before[g] = (mt[1][g] ^ ((x ^ (x >> 30)) * 1664525u)) + key[1][g];
    }
    for (int n = 2; n < MT_SIZE; n++) {
        for (int g = 0; g < 2; g++) {
            uint32_t x = before[g];
            mt[n][g] = before[g] = (mt[n][g] ^ ((x ^ (x >> 30)) * 1566083941u)) - (uint32_t)n;
        }
    }
    for (int g = 0; g < 2; g++) {
        uint32_t x = before[g];
        mt[1][g] = (mt[1][g] ^ ((x ^ (x >> 30)) * 1566083941u)) - 1u;
        mt[0][g] = 0x80000000u;
    }
}

/* The n-th word of a generator that was just seeded, for the first 227 of them. */
static inline uint32_t mt_word(const uint32_t (*mt)[2], int g, int n) {
    uint32_t y = (mt[n][g] & 0x80000000u) | (mt[n + 1][g] & 0x7fffffffu);
    y = mt[n + MT_SHIFT][g] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0u);
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static const char *const PILE_WORDS[PILES] = {"deck", "tickets", "returned", "terrain", "long"};

/* The seed of the nth shuffle of a pile, as `arena.seeds.shuffle_seed` makes it. */
static uint64_t shuffle_seed(const State *s, Pile pile, int nth) {
    char text[MOST_SEED + 32], digits[12];
    int size = s->seed_size, number = 0;
    memcpy(text, s->seed, (size_t)size);
    text[size++] = ' ';
    for (const char *letter = PILE_WORDS[pile]; *letter; letter++) text[size++] = *letter;
    text[size++] = ' ';
    do digits[number++] = (char)('0' + nth % 10); while (nth /= 10);
    while (number) text[size++] = digits[--number];
    return number_of(text, size);
}

/* Shuffle by the words of a seeded generator, as arena/referee/chance.py does. */
static void swap_by_words(const uint32_t (*mt)[2], int g, uint8_t *cards, int size) {
    for (int last = size - 1; last > 0; last--) {
        int other = (int)((uint64_t)mt_word(mt, g, size - 1 - last) * (uint64_t)(last + 1) >> 32);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

static void shuffle_seeded(const State *s, Pile pile, int nth, uint8_t *cards, int size) {
    uint32_t mt[MT_SIZE][2];
    uint64_t seed[2] = {shuffle_seed(s, pile, nth), 0};
    mt_seed(mt, seed);
    swap_by_words((const uint32_t (*)[2])mt, 0, cards, size);
}

/* The first shuffles of cards and tickets, both at once. */
static void shuffle_first(const State *s, uint8_t *cards, int size, uint8_t *tickets, int number) {
    uint32_t mt[MT_SIZE][2];
    uint64_t seed[2] = {shuffle_seed(s, DECK_PILE, 0), shuffle_seed(s, TICKETS_PILE, 0)};
    mt_seed(mt, seed);
    swap_by_words((const uint32_t (*)[2])mt, 0, cards, size);
    swap_by_words((const uint32_t (*)[2])mt, 1, tickets, number);
}

static void shuffle_quick(uint64_t *generator, uint8_t *cards, int size) {
    for (int last = size - 1; last > 0; last--) {
        int other = pick(generator, last + 1);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

static bool shuffle_given(State *s, Pile pile, int nth, uint8_t *cards, int size);

/* Shuffle a pile; afterwards the next card to be drawn comes first. */
static void shuffle(State *s, Pile pile, int nth, uint8_t *cards, int size) {
    if (s->chance == SEEDED) shuffle_seeded(s, pile, nth, cards, size);
    else if (s->chance == QUICK) shuffle_quick(&s->quick, cards, size);
    else if (!s->failed && !shuffle_given(s, pile, nth, cards, size)) s->failed = true;
    if (s->listener) s->listener->shuffled(s->listener, pile, cards, size);
}

/* Shuffle the whole train deck and the whole ticket deck. */
static void shuffle_all(State *s) {
    if (s->chance == SEEDED) {
        shuffle_first(s, s->deck, s->deck_size, s->ticket_deck, s->ticket_deck_size);
        if (!s->listener) return;
        s->listener->shuffled(s->listener, DECK_PILE, s->deck, s->deck_size);
        s->listener->shuffled(s->listener, TICKETS_PILE, s->ticket_deck, s->ticket_deck_size);
        return;
    }
    shuffle(s, DECK_PILE, 0, s->deck, s->deck_size);
    shuffle(s, TICKETS_PILE, 0, s->ticket_deck, s->ticket_deck_size);
}

/* Turn a pile round, for piles whose next card is the last. */
static void reverse(uint8_t *cards, int size) {
    for (int a = 0, b = size - 1; a < b; a++, b--) {
        uint8_t card = cards[a];
        cards[a] = cards[b];
        cards[b] = card;
    }
}

/* The cards of a pile one by one, from how many it has of each; returns how many there are. */
static int spread(const uint8_t *counts, int kinds, uint8_t *pile) {
    int size = 0;
    for (int card = 0; card < kinds; card++)
        for (int n = 0; n < counts[card]; n++) pile[size++] = (uint8_t)card;
    return size;
}
