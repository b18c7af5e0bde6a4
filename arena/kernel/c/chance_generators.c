/* Generators side by side, WORDS words or vectors of them: included by chance.c for either. */

/* Seed generators as `random.Random(seed)` does, and work out the words of their columns. */
static void GENERATORS(Foresight *f, int column, const uint64_t *seeds) {
    const uint32_t first = mt_factors[0], second = mt_factors[1];
    WORD mt[MT_SIZE][WORDS], key[2][WORDS], before[WORDS];
    keys_of(seeds, sizeof before / sizeof(uint32_t), (uint32_t *)key[0], (uint32_t *)key[1]);
    for (int g = 0; g < WORDS; g++) before[g] = mt_start[0] - (WORD){0};
    for (int n = 1; n < MT_SIZE; n++) {
        for (int g = 0; g < WORDS; g++) {
            WORD x = before[g];
            mt[n][g] = before[g] = (mt_start[n] ^ ((x ^ (x >> 30)) * first)) + key[~n & 1][g];
        }
    }
    for (int g = 0; g < WORDS; g++) {  /* the end of the ring is its beginning */
        WORD x = before[g];
        mt[1][g] = before[g] = (mt[1][g] ^ ((x ^ (x >> 30)) * first)) + key[1][g];
    }
    for (int n = 2; n < MT_SIZE; n++) {
        for (int g = 0; g < WORDS; g++) {
            WORD x = before[g];
            mt[n][g] = before[g] = (mt[n][g] ^ ((x ^ (x >> 30)) * second)) - (uint32_t)n;
        }
    }
    for (int g = 0; g < WORDS; g++) {
        WORD x = before[g];
        mt[1][g] = (mt[1][g] ^ ((x ^ (x >> 30)) * second)) - 1u;
        mt[0][g] = 0x80000000u - (WORD){0};
    }
    for (int n = 0; n < f->words; n++) {
        for (int g = 0; g < WORDS; g++) {
            WORD y = (mt[n][g] & 0x80000000u) | (mt[n + 1][g] & 0x7fffffffu);
            y = mt[n + MT_SHIFT][g] ^ (y >> 1) ^ (-(y & 1u) & 0x9908b0dfu);
            y ^= y >> 11;
            y ^= (y << 7) & 0x9d2c5680u;
            y ^= (y << 15) & 0xefc60000u;
            before[g] = y ^ (y >> 18);
        }
        memcpy(&f->word[n][column], before, sizeof before);
    }
}

#undef GENERATORS
#undef WORD
#undef WORDS
