/* The base game of Santorini by hand: how fast can it be played at random, and counted?
 *
 *   cc -O3 -march=native -o santorini santorini.c
 *   ./santorini play GAMES SEED     random games: "decisions seconds first-player-wins"
 *   ./santorini perft DEPTH         turns from a fixed position, each made: "nodes seconds"
 *   ./santorini list DEPTH          the same, but the last builds are listed and not made
 *
 * Decisions are those of Thesmos: where each of four workers begins, a move, a build. All options of
 * each are listed, as a program that chooses one needs them. A player without an option loses.
 * Game number n draws from the generator whose seed is output n of the generator with SEED; it is
 * SplitMix64, as in thesmos.dice.
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CELLS = 25, WORKERS = 4, TOP = 3, MOST = 50 };

typedef struct {
    uint32_t at_least[6];  /* cells with so many blocks or more; 4 is a dome, 5 is nothing */
    uint8_t worker[WORKERS];
    uint8_t level[CELLS];
    uint32_t occupied;
} State;

static uint32_t around[CELLS];

static void prepare(void) {
    for (int cell = 0; cell < CELLS; cell++)
        for (int other = 0; other < CELLS; other++)
            if (cell != other && abs(cell % 5 - other % 5) < 2 && abs(cell / 5 - other / 5) < 2)
                around[cell] |= 1u << other;
}

static uint64_t drawn(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int below(uint64_t *state, int n) {
    return (int)((unsigned __int128)drawn(state) * (unsigned)n >> 64);
}

static int places(const State *s, int *codes) {
    int count = 0;
    for (uint32_t left = ((1u << CELLS) - 1) & ~s->occupied; left; left &= left - 1)
        codes[count++] = __builtin_ctz(left);
    return count;
}

static int moves(const State *s, int player, int *codes) {
    int count = 0;
    for (int worker = player * 2; worker < player * 2 + 2; worker++) {
        int from = s->worker[worker];
        uint32_t high = s->at_least[s->level[from] + 2 < 4 ? s->level[from] + 2 : 4];
        for (uint32_t left = around[from] & ~(s->occupied | high); left; left &= left - 1)
            codes[count++] = worker * CELLS + __builtin_ctz(left);
    }
    return count;
}

static int builds(const State *s, int worker, int *codes) {
    int count = 0;
    uint32_t left = around[s->worker[worker]] & ~(s->occupied | s->at_least[4]);
    for (; left; left &= left - 1) codes[count++] = __builtin_ctz(left);
    return count;
}

static void place(State *s, int worker, int cell) {
    s->worker[worker] = (uint8_t)cell;
    s->occupied |= 1u << cell;
}

/* Whether the move wins. */
static int move(State *s, int code) {
    int worker = code / CELLS, to = code % CELLS, from = s->worker[worker];
    s->occupied ^= 1u << from | 1u << to;
    s->worker[worker] = (uint8_t)to;
    return s->level[to] == TOP && s->level[from] < TOP;
}

static void build(State *s, int cell) {
    s->at_least[++s->level[cell]] |= 1u << cell;
}

/* The winner of a random game, and its decisions added to a counter. */
static int game(uint64_t seed, uint64_t *decisions) {
    State s;
    int codes[MOST];
    memset(&s, 0, sizeof s);
    for (int worker = 0; worker < WORKERS; worker++, ++*decisions)
        place(&s, worker, codes[below(&seed, places(&s, codes))]);
    for (int player = 0;; player ^= 1) {
        int count = moves(&s, player, codes);
        if (!count) return !player;
        int code = codes[below(&seed, count)];
        ++*decisions;
        if (move(&s, code)) return player;
        count = builds(&s, code / CELLS, codes); /* there is always one: where it came from */
        build(&s, codes[below(&seed, count)]);
        ++*decisions;
    }
}

/* made: whether the last builds are made, not only listed. */
static uint64_t perft(const State *s, int player, int depth, int made) {
    uint64_t nodes = 0;
    int chosen[MOST], cells[MOST], count = moves(s, player, chosen);
    for (int i = 0; i < count; i++) {
        State moved = *s;
        if (move(&moved, chosen[i])) {
            nodes += depth == 1;
            continue;
        }
        int built = builds(&moved, chosen[i] / CELLS, cells);
        if (depth == 1 && !made) { /* but written down, as ours are */
            __asm__ volatile("" : : "r"(cells) : "memory");
            nodes += (uint64_t)built;
            continue;
        }
        for (int j = 0; j < built; j++) {
            State after = moved;
            build(&after, cells[j]);
            if (depth == 1) { /* made, as ours are */
                __asm__ volatile("" : : "r"(&after) : "memory");
                nodes++;
            } else {
                nodes += perft(&after, !player, depth - 1, made);
            }
        }
    }
    return nodes;
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

int main(int count, char **words) {
    prepare();
    double start = now();
    if (count == 4 && !strcmp(words[1], "play")) {
        uint64_t games = strtoull(words[2], 0, 10), seed = strtoull(words[3], 0, 10);
        uint64_t decisions = 0, won = 0;
        for (uint64_t n = 0; n < games; n++) won += !game(drawn(&seed), &decisions);
        printf("%llu %.6f %llu\n", (unsigned long long)decisions, now() - start,
               (unsigned long long)won);
        return 0;
    }
    int made = count == 3 && !strcmp(words[1], "perft");
    if (made || (count == 3 && !strcmp(words[1], "list"))) {
        static const int begin[WORKERS] = {6, 18, 8, 16}; /* B2, D4; D2, B4 */
        State s;
        memset(&s, 0, sizeof s);
        for (int worker = 0; worker < WORKERS; worker++) place(&s, worker, begin[worker]);
        uint64_t nodes = perft(&s, 0, atoi(words[2]), made);
        printf("%llu %.6f\n", (unsigned long long)nodes, now() - start);
        return 0;
    }
    fprintf(stderr, "usage: %s play GAMES SEED | perft DEPTH | list DEPTH\n", words[0]);
    return 2;
}
