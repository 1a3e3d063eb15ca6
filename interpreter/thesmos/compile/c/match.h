/* A match that C plays. Made by `thesmos build --target c`.

   A state is an array of MATCH_SLOTS slots; copy it to keep it. Options are codes, the same as
   `state.codes` in Python, where `match.options` has their texts. Nothing here allocates memory, and
   nothing is shared: threads may play side by side, each with a work space of its own. Behaviour is
   defined only for states that were made here, and for codes that are among the options. */

#ifndef MATCH_H
#define MATCH_H

#include <stdint.h>

/* NUMBERS */

typedef intBITS_t match_slot;

/* Work space. After a function that lists options or changes a state, `codes` are the codes of the
   options of the pending decision, and `count` is how many there are, until the next call. */
typedef struct {
    int32_t *codes;
    int64_t count;
    _Alignas(16) char space[MATCH_WORK];
} match_work;

/* Where every game begins: copy it, then call match_enter. */
extern const match_slot match_initial[MATCH_SLOTS];

/* What is asked of a state. The slot MATCH_CHOOSER says who decides: a player from 0, or for chance
   a number below 0. MATCH_WINNERS is 0 until the game is over; then a bit for each player who has
   won, and the bit of MATCH_PLAYERS if nobody has. MATCH_REASON is the number of the ground. */
int64_t match_options(const match_slot *state, match_work *work);
int64_t match_may_skip(const match_slot *state, match_work *work);
int64_t match_weight(const match_slot *state, match_work *work, int32_t code);
int64_t match_suggested(const match_slot *state, match_work *work, int32_t code);

/* What changes a state, until the next decision or the end; each returns how many turns began. */
int64_t match_enter(match_slot *state, match_work *work);
int64_t match_choose(match_slot *state, match_work *work, int32_t code);
int64_t match_skip(match_slot *state, match_work *work);
int64_t match_concede(match_slot *state, match_work *work);

/* Make a state into what a player, from 0, sees of it. */
void match_view(match_slot *state, match_work *work, int player);

#endif
