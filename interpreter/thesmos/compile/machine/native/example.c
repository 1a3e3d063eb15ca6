/* Plays a match at random and prints what happens: `./example SEED`. Made by `thesmos build`.

   A seed gives the same game as in Python, where the generator is `thesmos.dice.Rng`. */

#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DECISIONS 100000

/* SplitMix64. */
static uint64_t next(uint64_t *seed) {
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

int main(int given, char **arguments) {
    uint64_t seed = given > 1 ? strtoull(arguments[1], 0, 10) : 1;
    match_slot state[MATCH_SLOTS];
    static match_work work;
    int decisions = 0;

    memcpy(state, match_initial, sizeof state);
    match_enter(state, &work);
    while (!state[MATCH_WINNERS] && decisions < MOST_DECISIONS) {
        int chooser = state[MATCH_CHOOSER];
        uint64_t before = seed;
        int64_t choice = match_pick(state, &work, next(&seed));
        decisions++;
        if (chooser < 0)
            printf("chance: ");
        else
            printf("player %d: ", chooser);
        if (choice < 0) {
            seed = before; /* nothing was drawn */
            printf("concedes\n");
            match_concede(state, &work);
        } else if (choice == work.count) {
            printf("skips\n");
            match_skip(state, &work);
        } else {
            printf("option %d\n", (int)work.codes[choice]);
            match_choose(state, &work, work.codes[choice]);
        }
    }

    printf("after %d decisions:", decisions);
    for (int player = 0; player < MATCH_PLAYERS; player++)
        if (state[MATCH_WINNERS] >> player & 1)
            printf(" player %d has won,", player);
    if (state[MATCH_WINNERS] >> MATCH_PLAYERS & 1)
        printf(" nobody has won,");
    if (!state[MATCH_WINNERS])
        printf(" not over,");
    printf(" ground %d\n", (int)state[MATCH_REASON]);
    return 0;
}
