//! @NAME@: how the adapter asks your implementation. Fill in the functions, from top to bottom.
//!
//! Options are texts in the notation of the game's records, see its page in docs/pages/facts. To
//! look at some: `thesmos legal @GAME@ --json` shows the first decision, `--position FILE` that of a
//! position; `thesmos record @GAME@ --games 1` writes a whole game.
//!
//! None of these functions prints anything: standard output belongs to the adapter.
#![allow(unused_variables)] // until all is filled in

use crate::json::Json;

/// What works so far. Claim more as you go on: everything that you claim is compared.
pub const CLAIM: Claim = Claim {
    editions: &["@EDITION@"],
    modes: &["@MODE@"],
    powers: &[], // the slugs of the powers that work; games without powers are always tested
    levels: &["legal"], // then "apply": positions are compared; then "result": who has won
    from: &["position"], // then "start": the game from its set-up
    dead_ends: "shown", // or "pruned", "lost": what you do when a player can't go on
};
pub const PLAYERS: &[usize] = &["@PLAYERS@"];

/// A state of your game.
pub struct State;

/// Returns the state at the beginning of the turn of player `position.to_move`.
///
/// setup: {"players": 2, "teams": [1, 2], "powers": [null, null]}. position: in the notation of
/// records. Return Unsupported for parts of it that you do not know.
pub fn load(setup: &Json, position: &Json) -> Result<State, Trouble> {
    Err(Trouble::Todo("1. load: a position becomes a state"))
}

/// Returns the decision in a state, or the result of the game. List each option once, in any
/// order, without `skip`.
pub fn decision(state: &State) -> Result<Told, Trouble> {
    Err(Trouble::Todo(
        "2. decision: who decides, and everything on offer",
    ))
}

/// Returns the state after one of the options, or after `skip` or `concede`. The adapter checks
/// that the choice is on offer.
pub fn take(state: &State, choice: &str) -> Result<State, Trouble> {
    Err(Trouble::Todo("3. take: the state after a choice"))
}

/// Returns the position in the notation of records, without `to_move`; for the level `apply`.
pub fn position(state: &State) -> Result<Json, Trouble> {
    Err(Trouble::Todo("4. position: a state becomes a position"))
}

/// Returns the state at the first decision of the set-up; needed if you claim `start`.
pub fn begin(setup: &Json) -> Result<State, Trouble> {
    Err(Trouble::Todo("5. begin: the game from its set-up"))
}

// What the functions return. No need to change it.

pub enum Told {
    Decision {
        player: usize, // from 1
        options: Vec<String>,
        may_skip: bool,
    },
    Over {
        winners: Vec<usize>,
    },
}

/// Why there is no answer.
pub enum Trouble {
    Todo(&'static str),  // it is not written yet
    Unsupported(String), // your implementation lacks it, such as "the Ram"
    Failed(String),      // something else went wrong
}

pub struct Claim {
    pub editions: &'static [&'static str],
    pub modes: &'static [&'static str],
    pub powers: &'static [&'static str],
    pub levels: &'static [&'static str],
    pub from: &'static [&'static str],
    pub dead_ends: &'static str,
}
