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

/* The factors of seeding by an array. They are variables: a compiler that knows them multiplies
   vectors by shifting and adding, which takes longer. */
static uint32_t mt_factors[2];

/* Work out the state that seeding by an array begins with, once. */
static void prepare_chance(void) {
    mt_factors[0] = 1664525u;
    mt_factors[1] = 1566083941u;
    mt_start[0] = 19650218u;
    for (uint32_t n = 1; n < MT_SIZE; n++)
        mt_start[n] = 1812433253u * (mt_start[n - 1] ^ (mt_start[n - 1] >> 30)) + n;
}

/* The keys of seeds, two words each, as they are added turn by turn. A short seed is one word. */
static void keys_of(const uint64_t *seeds, int size, uint32_t *low, uint32_t *high) {
    for (int n = 0; n < size; n++) {
        low[n] = (uint32_t)seeds[n];
        high[n] = (uint32_t)(seeds[n] >> 32) + 1;
        if (high[n] == 1) high[n] = low[n];
    }
}

/* Every step of seeding waits for the one before it, so that several generators side by side take
   hardly longer than one: two by single words, and sixteen by vectors. */
typedef uint32_t Four __attribute__((vector_size(16)));

#define GENERATORS work_out_two
#define WORD uint32_t
#define WORDS 2
#include "chance_generators.c"

#define GENERATORS work_out_all
#define WORD Four
#define WORDS (LANES / 4)
#include "chance_generators.c"

static const char *const PILE_WORDS[PILES] = {"deck", "tickets", "returned", "terrain", "long"};

/* The seed of a shuffle, as `arena.seeds.shuffle_seed` makes it. */
static uint64_t shuffle_seed(const Shuffle *shuffle) {
    char text[MOST_SEED + 32], digits[12];
    int size = shuffle->seed_size, nth = shuffle->nth, number = 0;
    memcpy(text, shuffle->seed, (size_t)size);
    text[size++] = ' ';
    for (const char *letter = PILE_WORDS[shuffle->pile]; *letter; letter++) text[size++] = *letter;
    text[size++] = ' ';
    do digits[number++] = (char)('0' + nth % 10); while (nth /= 10);
    while (number) text[size++] = digits[--number];
    return number_of(text, size);
}

/* Nothing is foreseen yet; shuffles will take up to so many words. */
static void look_ahead(Foresight *f, int words) {
    f->size = 0;
    f->words = words;
    for (int at = 0; at < COLUMNS; at++) f->shuffle[at].seed_size = 0;
}

static void fill_column(Foresight *f, int column, const State *s, Pile pile, int nth) {
    Shuffle *shuffle = &f->shuffle[column];
    shuffle->pile = pile;
    shuffle->nth = nth;
    shuffle->seed_size = s->seed_size;
    memcpy(shuffle->seed, s->seed, sizeof shuffle->seed);
}

/* Note that a shuffle will come, if there is room for it. */
static void foresee(Foresight *f, const State *s, Pile pile, int nth) {
    if (f->size < LANES) fill_column(f, f->size++, s, pile, nth);
}

/* Work out the words of some columns, two by two or all at once. */
static void work_out_words(Foresight *f, int first, int size) {
    uint64_t seeds[LANES] = {0};
    for (int n = 0; n < size; n++) seeds[n] = shuffle_seed(&f->shuffle[first + n]);
    if (size > FEW_COLUMNS) {
        work_out_all(f, first, seeds);
        return;
    }
    for (int n = 0; n < size; n += 2) work_out_two(f, first + n, seeds + n);
}

static inline bool is_shuffle(const Shuffle *shuffle, const State *s, Pile pile, int nth) {
    return shuffle->pile == pile && shuffle->nth == nth && shuffle->seed_size == s->seed_size
        && !memcmp(shuffle->seed, s->seed, s->seed_size);
}

/* The column of a shuffle; one that was not foreseen is worked out, with the one that follows. */
static int column_of(Foresight *f, const State *s, Pile pile, int nth) {
    for (int at = 0; at < COLUMNS; at++)
        if (f->shuffle[at].seed_size && is_shuffle(&f->shuffle[at], s, pile, nth)) return at;
    for (int n = 0; n < 2; n++) fill_column(f, LANES + n, s, pile, nth + n);
    work_out_words(f, LANES, 2);
    return LANES;
}

/* Shuffle by the words of a seeded generator, as arena/referee/chance.py does. */
static void swap_by_words(const Foresight *f, int column, uint8_t *cards, int size) {
    const uint32_t *word = &f->word[0][column];
    for (int last = size - 1; last > 0; last--, word += COLUMNS) {
        int other = (int)((uint64_t)*word * (uint64_t)(last + 1) >> 32);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

static void shuffle_seeded(const State *s, Pile pile, int nth, uint8_t *cards, int size) {
    Foresight alone, *f = s->foresight ? s->foresight : &alone;
    if (f == &alone) look_ahead(f, size);
    swap_by_words(f, column_of(f, s, pile, nth), cards, size);
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
