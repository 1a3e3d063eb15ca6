/* A match of @GAME@, played by machine code. Made by `thesmos build --target object`.

   Compile your program together with it:      cc -o program program.c match.o
   example.c plays a game at random:           cc -o example example.c match.o && ./example 7

   States. A state is an array of MATCH_SLOTS numbers (match_slot). It has no pointers: copy it with
   memcpy to keep it, compare it with memcmp, write it to a file. A game begins with a copy of
   match_initial, for which match_enter is called once.

   Options. An option is a code, from 0 to MATCH_CODES - 1, the same as `state.codes` in Python,
   where `match.options` has the texts of them all. A decision has at most MATCH_CODES options.

   Memory. Nothing here allocates or frees memory, and nothing is shared but constants. Whoever
   calls owns the state and the work space; a work space (match_work, @BYTES@ bytes) may be used for
   one call after the other, about different states. Threads may play side by side, each with a work
   space of its own.

   Bounds. Every slot stays between the ends of its type, and the last @PADDING@ slots stay 0: they are
   read together with others. Every call ends, and needs no memory but the work space and some
   kilobytes of the stack. What happens is defined only for states that these functions have made,
   and for codes that are among the options of the state: others may read and write anywhere.

   A game, in short:

       match_slot state[MATCH_SLOTS];
       static match_work work;
       memcpy(state, match_initial, sizeof state);
       match_enter(state, &work);
       while (!state[MATCH_WINNERS] && work.count)     // who decides: state[MATCH_CHOOSER]
           match_choose(state, &work, work.codes[0]);  // always the first option
*/

#ifndef MATCH_H
#define MATCH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define MATCH_ALIGNED(bytes) alignas(bytes)
#else
#define MATCH_ALIGNED(bytes) _Alignas(bytes)
#endif

@NUMBERS@

/* What the slots hold: SLOT, or SLOT..LAST, the lowest and the highest number, and what it is. A
   slot that may be none is then MATCH_NONE. More slots follow if turns can be taken back: a copy.

@SLOTS@
*/

#define MATCH_NONE (@NONE@)

typedef int@BITS@_t match_slot;

/* Work space. `codes` are the codes of the options of the pending decision, in order, and `count` is
   how many there are, as found by match_options or by the last function that changed a state; both
   stay until such a function is called again. The rest is of no meaning between calls. */
typedef struct match_work {
    int32_t *codes;
    MATCH_ALIGNED(8) int64_t count;
    MATCH_ALIGNED(16) char space[MATCH_WORK];
} match_work;

/* Where every game begins. */
extern const match_slot match_initial[MATCH_SLOTS];

/* List the options of the pending decision; return how many. 0 at the end of a game. */
int64_t match_options(const match_slot *state, match_work *work);

/* Whether the pending step may be skipped: 1 or 0. */
int64_t match_may_skip(const match_slot *state, match_work *work);

/* Of one of the options: how many equally likely outcomes of chance it stands for, from 1 on; and
   whether the rules suggest it, 1 or 0. */
int64_t match_weight(const match_slot *state, match_work *work, int32_t code);
int64_t match_suggested(const match_slot *state, match_work *work, int32_t code);

/* Choose at random with a number of 64 bits, drawn anew for each choice: uniformly for a player, an
   outcome of chance by its weight. Return a place in `codes`, which must be those of the state; `count`
   to skip; -1 if there is no choice. The same numbers give the same game in every language. */
int64_t match_pick(const match_slot *state, match_work *work, uint64_t drawn);

/* Change a state up to the next decision or the end of the game, and list the options of that
   decision; return how many turns began. match_enter begins a game; match_choose takes an option;
   match_skip is for a step that may be skipped; match_concede is for a player who decides, and all
   that is left if there is no option and no skipping. */
int64_t match_enter(match_slot *state, match_work *work);
int64_t match_choose(match_slot *state, match_work *work, int32_t code);
int64_t match_skip(match_slot *state, match_work *work);
int64_t match_concede(match_slot *state, match_work *work);

/* Make a state into what a player, from 0 to MATCH_PLAYERS - 1, sees of it. What the player can't
   know is then unknown or none; a view is for reading, not for playing on. @EQUAL@ */
void match_view(match_slot *state, match_work *work, int32_t player);

#ifdef __cplusplus
}
#endif
#endif
