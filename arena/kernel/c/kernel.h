/* The words of the kernel: rules as tables, the state of a game, actions, and small helpers.

   The kernel is a second implementation of arena/referee. The referee decides what is right; the
   tests in tests/kernel hold the two together. Files are named by the letters of the rules
   (docs/rules.md), and a comment such as T5 names the rule that a line plays. */

#ifndef ARENA_KERNEL_H
#define ARENA_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Fixed sizes, so that a state is one flat block: larger boards are refused (py_rules.c). */
enum {
    MOST_SEATS = 6,
    MASK_WORDS = 3,
    MOST_ROUTES = 64 * MASK_WORDS,
    MOST_CITIES = 96,
    MOST_NODES = 224,
    MOST_TICKETS = 128,
    MOST_PLACES = 24,  /* nodes that count as one end of a ticket */
    MOST_CARDS = 160,
    MOST_ROW = 8,
    MOST_LENGTH = 9,
    MOST_TRAINS = 60,
    MOST_SHAPES = 16,  /* different pairs of a length and a number of ferry symbols */
    MOST_OFFER = 8,
    MOST_STEPS = 4,
    MOST_SEED = 43,    /* characters of a seed of 128 bits */
    MOST_BONUSES = 4,
};

enum { LOCOMOTIVE = 8, KINDS = 9, GRAY = 9, COLORS = 8, BLIND = 255, NOBODY = -1 };
enum { TERRAINS = 3, TERRAIN_EACH = 15, TERRAIN_CARDS = 45, TERRAIN_OPEN = 2 };  /* A2 */
enum { MOST_PRICE = 2, PRICE_SETS = 2 << MOST_PRICE };  /* terrain cards for a route (A5), or none */
enum { PIECES = 3, PIECE_PRICE = 2 };                                            /* O1, O3 */
enum { ALVIN_POINTS = 10 };                                                      /* V2 to V4 */
enum { DEPOTS = 5, DEPOT_BONUS = 10 };                                           /* W1, W8 */
enum { LONGEST_PATH_BONUS = 10 };                                                /* E3 */
enum { STATIONS = 3, STATION_POINTS = 4 };                                       /* X1, X7 */
enum { TURNED_UP = 3, MOST_GIVEN_UP = 30 };                                      /* X3 */

/* The questions; `py_rules.c` knows their words. */
typedef enum { OVER, KEEP, TURN, CARD, START, CITY, ALVIN, DEPOT, COLLECT, END, SURCHARGE,
               PHASES } Phase;

/* The kinds of action. */
typedef enum {
    TAKE, CLAIM, TICKETS, KEEPING, PASS, TERRAIN, DOUBLED, START_TOWN, BUILD_CITY, SKIP_CITY,
    MOVE_ALVIN, PLACE_DEPOT, STORE, COLLECTING, END_TURN, PAY_SURCHARGE, GIVE_UP,
    BUILD_STATION, ACTION_KINDS
} Kind;

typedef enum { DECK_PILE, TICKETS_PILE, RETURNED_PILE, TERRAIN_PILE, LONG_PILE, PILES } Pile;
typedef enum { GOES_ON, BY_TRAINS, BY_STALEMATE } End;
typedef enum { LONGEST_PATH, GLOBETROTTER, ALVIN_BONUS, DEPOTS_BONUS, STATIONS_BONUS } Bonus;

/* Where the order of shuffles comes from: a seed as for the referee, a generator in the state,
   or an object of Python's that is asked. */
typedef enum { SEEDED, QUICK, GIVEN } ChanceKind;

typedef struct { uint64_t word[MASK_WORDS]; } Mask;

/* Eight small numbers that the processor handles at once. */
enum { EIGHT = 8 };
typedef int16_t Eight __attribute__((vector_size(16)));
typedef uint8_t EightBytes __attribute__((vector_size(8)));

/* One action in eight bytes; what a kind does not use is 0. */
typedef struct {
    uint8_t kind;
    uint8_t what;          /* route, city, card, terrain or seat */
    uint8_t color;
    uint8_t locomotives;
    uint8_t terrain;
    uint8_t extra;         /* locomotives played as terrain */
    uint8_t chosen;        /* bits: tickets of the offer, or seats */
    uint8_t cards;         /* how many are paid in all, for a station or a surcharge */
} Action;

typedef struct Roads Roads;

/* What games of one ruleset look up. All of it comes from Python's own `Rules` (tables.py). */
typedef struct {
    int routes, cities, nodes, tickets, longest, shapes, words;
    uint8_t route_city[MOST_ROUTES][2], route_node[MOST_ROUTES][2];
    uint8_t length[MOST_ROUTES], color[MOST_ROUTES], ferry[MOST_ROUTES], shape[MOST_ROUTES];
    int points[MOST_ROUTES];
    Mask connection[MOST_ROUTES], touching[MOST_CITIES], up_to[MOST_TRAINS + 1], everything;
    Mask payable[KINDS];                     /* the routes that cards of a colour can pay for */
    uint8_t shape_length[MOST_SHAPES], shape_ferry[MOST_SHAPES], shape_price[MOST_SHAPES];
    int16_t ways[MOST_LENGTH + 1][MOST_LENGTH + 1][MOST_SHAPES];  /* by cards, locomotives */
    int16_t alone[MOST_LENGTH + 1][MOST_SHAPES];                  /* by locomotives, nothing else */
    Mask affordable[MOST_LENGTH + 1][MOST_LENGTH + 1];            /* the routes that have `ways` */
    int first_way[MOST_ROUTES], all_ways;    /* claims are numbered route by route */
    uint8_t town[MOST_CITIES];               /* whether pieces and depots can stand there */
    int towns;
    int ticket_points[MOST_TICKETS];
    uint8_t places[MOST_TICKETS][2], place[MOST_TICKETS][2][MOST_PLACES];
    uint8_t deck[MOST_TICKETS], long_deck[MOST_TICKETS];
    int deck_size, long_deck_size;
    bool is_long[MOST_TICKETS];              /* by ticket: whether it is of the long deck (X2) */
    uint8_t cards[KINDS];
    int all_cards, first_hand, row, crowd, last_trains, open_doubles;
    int trains, deal, keep, take, globetrotter, fewest_seats, most_seats;
    int long_deal, long_most;                /* long tickets dealt at the start, and kept at most */
    bool mixes_returned, returned_leave;
    bool terrain, towns_module, alvin, warehouses, europe;
    Mask tunnels;
    uint8_t site[MOST_CITIES];               /* the towns before a city */
    int alvin_home;
    uint8_t terrain_of[GRAY + 1];            /* A2, by the printed colour */
    int16_t priced[PRICE_SETS][MOST_SHAPES]; /* by a set of prices: -1 for the shapes that have one */
    Mask cost[TERRAINS][MOST_PRICE + 1];     /* the routes that cost cards of a terrain, by price */
    uint8_t asked[PHASES][ACTION_KINDS];     /* the kinds that answer each question, in order */
    uint8_t asked_size[PHASES];
    uint8_t step[MOST_STEPS], backwards[MOST_STEPS];  /* setting up, question by question */
    int steps;
    uint8_t bonus[MOST_BONUSES];             /* the bonuses in force, as results list them */
    int bonuses;
    Roads *roads;                            /* worked out of all this for planning (p_roads.c) */
} Rules;

typedef struct State State;

/* Who is told of each decision, forced ones too, and of each shuffle: the rows of a record. */
typedef struct Listener Listener;
struct Listener {
    void (*decided)(Listener *listener, const State *before, Action action);
    void (*shuffled)(Listener *listener, Pile pile, const uint8_t *cards, int size);
};

/* The nth shuffle of a pile in the game of a seed. */
typedef struct {
    Pile pile;
    int nth;
    uint8_t seed_size;                       /* 0 if this is none */
    char seed[MOST_SEED];
} Shuffle;

/* Shuffles that will come, and the words of each one's generator: a column for each of them. The
   last two are for those that were not foreseen. */
enum { LANES = 16, COLUMNS = LANES + 2, FEW_COLUMNS = 4 };
typedef struct {
    int size, words;
    Shuffle shuffle[COLUMNS];
    uint32_t word[MOST_CARDS][COLUMNS];
} Foresight;

/* The whole state of a game in one flat block: a clone is a copy of its bytes. */
struct State {
    Mask owned[MOST_SEATS], open_to[MOST_SEATS], reach[MOST_SEATS], doubled;
    Mask counted[MOST_SEATS];                /* the claimable routes that `counts` are of */
    PyObject *chance_object;                 /* borrowed; NULL unless the chance is GIVEN */
    Listener *listener;                      /* NULL if none is to be told */
    Foresight *foresight;                    /* NULL unless the words of coming shuffles are there */
    uint64_t quick;                          /* the generator of a QUICK chance */
    int32_t turns, last_pass, stored_turn, shuffles, terrain_shuffles;
    int32_t scores[MOST_SEATS];
    uint8_t seats, seat, phase, over, end, taken, passes, last_route;
    int8_t turn, last_turns;
    uint8_t chance, failed, seed_size;
    char seed[MOST_SEED];
    uint8_t row[KINDS], row_size, discard[KINDS], hands[MOST_SEATS][KINDS], hand_sizes[MOST_SEATS];
    uint8_t trains[MOST_SEATS];
    uint8_t deck_size, deck[MOST_CARDS];     /* the next card is the last */
    uint8_t ticket_first, ticket_deck_size, ticket_deck[MOST_TICKETS];  /* a ring */
    uint8_t offers[MOST_SEATS][MOST_OFFER], offer_sizes[MOST_SEATS], chosen[MOST_SEATS];
    uint8_t kept_size, kept[MOST_TICKETS], keeper[MOST_TICKETS];  /* in the order of keeping */
    uint8_t ticket_counts[MOST_SEATS];
    uint8_t terrain_row[TERRAINS], terrain_discard[TERRAINS], terrain_cards[MOST_SEATS][TERRAINS];
    uint8_t terrain_deck_size, terrain_deck[TERRAIN_CARDS];
    int8_t piece_owner[MOST_CITIES], start[MOST_SEATS];
    uint8_t pieces_left[MOST_SEATS];
    uint8_t alvin_town, alvin_caught;
    int8_t alvin_holder;
    int8_t depot_owner[MOST_CITIES];
    uint8_t depots, reserve[MOST_SEATS], stored_sizes[MOST_SEATS], stored_taken;
    uint8_t stored_size, stored[MOST_CARDS]; /* card and owner << 4, in the order of storing */
    int8_t station_owner[MOST_CITIES];
    uint8_t stations, stations_left[MOST_SEATS];
    uint8_t laid, laid_route, laid_color, laid_locomotives;  /* a tunnel's payment on the table */
    uint8_t turned[KINDS], given_up[MOST_SEATS];             /* for tunnels (X3) */
    uint8_t counts[MOST_SEATS][GRAY + 1][MOST_SHAPES];  /* of `counted`, by colour */
};

/* How a game came out for one seat, in the order of the referee's `SeatResult`. */
typedef struct {
    int32_t score, routes, tickets_won, tickets_lost, bonus[MOST_BONUSES];
    int32_t tickets_kept, tickets_completed, longest_path, trains_left, place;
} SeatResult;

/* How many actions each kind has now; filled by `count_legal`, used by `nth_legal`. */
typedef struct {
    int total;
    int of_kind[ACTION_KINDS];
} Options;

/* A list of actions that never grows beyond its room. */
typedef struct { Action *actions; int size, room; } Listing;

static inline Mask mask_and(Mask a, Mask b) {
    for (int w = 0; w < MASK_WORDS; w++) a.word[w] &= b.word[w];
    return a;
}

static inline Mask mask_or(Mask a, Mask b) {
    for (int w = 0; w < MASK_WORDS; w++) a.word[w] |= b.word[w];
    return a;
}

static inline Mask mask_without(Mask a, Mask b) {
    for (int w = 0; w < MASK_WORDS; w++) a.word[w] &= ~b.word[w];
    return a;
}

static inline bool mask_has(const Mask *mask, int route) {
    return mask->word[route >> 6] >> (route & 63) & 1;
}

static inline void mask_put(Mask *mask, int route) {
    mask->word[route >> 6] |= (uint64_t)1 << (route & 63);
}

static inline bool mask_empty(Mask mask) {
    uint64_t any = 0;
    for (int w = 0; w < MASK_WORDS; w++) any |= mask.word[w];
    return !any;
}

static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
static inline int highest_bit(uint64_t word) { return 63 - __builtin_clzll(word); }
/* How many bits a byte has, and which one is its nth: not every processor counts bits itself. */
static uint8_t bits_in[256], nth_bit[256][8];

/* Work out the tables of bytes, once. */
static void prepare_bytes(void) {
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0; bit < 8; bit++)
            if (byte >> bit & 1) nth_bit[byte][bits_in[byte]++] = (uint8_t)bit;
}

static inline int at_most(int number, int most) { return number < most ? number : most; }
static inline int at_least(int number, int least) { return number > least ? number : least; }

/* The next number of a generator (splitmix64). */
static inline uint64_t next_random(uint64_t *generator) {
    uint64_t z = *generator += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A number from 0 to `number` - 1. */
static inline int pick(uint64_t *generator, int number) {
    return (int)((next_random(generator) >> 32) * (uint64_t)number >> 32);
}

static inline Eight eight(const int16_t *from) {
    Eight numbers;
    memcpy(&numbers, from, sizeof numbers);
    return numbers;
}

static inline Eight eight_bytes(const uint8_t *from) {
    EightBytes bytes;
    memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, Eight);
}

/* The sum of eight numbers that has no more than 16 bits: claims of 192 routes are 14,016 at most. */
static inline int sum_of(Eight numbers) {
    uint64_t half[2];
    memcpy(half, &numbers, sizeof half);
    return (int)((half[0] + half[1]) * 0x0001000100010001u >> 48);
}

static inline void list_action(Listing *list, Action action) {
    if (list->size < list->room) list->actions[list->size++] = action;
}

#endif
