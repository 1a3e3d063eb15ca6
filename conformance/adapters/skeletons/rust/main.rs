//! The protocol: one request per line in, one answer per line out. No need to change this file.
#![allow(dead_code)] // what the game does not use yet

mod game;
mod json;

use game::{Told, Trouble, CLAIM};
use json::Json;
use std::io::{BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

const GAME: &str = "@GAME@";
const VERSION: usize = 1;

/// Why a request has no `ok`.
enum Failure {
    Refused(usize), // a choice is not on offer: its index among the choices, from 0
    Trouble(Trouble),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        Failure::Trouble(trouble)
    }
}

fn unsupported(what: impl Into<String>) -> Failure {
    Failure::Trouble(Trouble::Unsupported(what.into()))
}

fn failed(words: impl Into<String>) -> Failure {
    Failure::Trouble(Trouble::Failed(words.into()))
}

/// Answers requests until `bye` or the end of the input.
fn main() {
    let mut output = std::io::stdout();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let read = Json::parse(&line);
        let request = read.clone().unwrap_or(Json::Null);
        let (key, value) = match read {
            Ok(_) => answer(&request),
            Err(words) => ("error", Json::text(words)),
        };
        let id = Json::text(request.get("id").as_text().unwrap_or(""));
        let written = writeln!(output, "{}", Json::object([("id", id), (key, value)]));
        let bye = request.get("op").as_text() == Some("bye");
        if written.and_then(|()| output.flush()).is_err() || bye {
            break;
        }
    }
}

/// The answer to a request: its key beside `id`, and the value.
fn answer(request: &Json) -> (&'static str, Json) {
    let found = catch_unwind(AssertUnwindSafe(|| dispatch(request)))
        .unwrap_or_else(|_| Err(failed("panicked: see standard error")));
    match found {
        Ok(value) => ("ok", value),
        Err(Failure::Refused(choice)) => (
            "refused",
            Json::object([("choice", Json::Number(choice as f64))]),
        ),
        Err(Failure::Trouble(Trouble::Unsupported(what))) => (
            "unsupported",
            Json::text(if what.is_empty() { "this".into() } else { what }),
        ),
        Err(Failure::Trouble(Trouble::Todo(todo))) => (
            "error",
            Json::text(format!("not written yet, in game.rs: {todo}")),
        ),
        Err(Failure::Trouble(Trouble::Failed(words))) => ("error", Json::text(words)),
    }
}

/// The `ok` of a request.
fn dispatch(request: &Json) -> Result<Json, Failure> {
    match request.get("op").as_text().unwrap_or("") {
        "hello" => hello(request),
        "look" => look(request),
        "bye" => Ok(Json::object([])),
        op => Err(failed(format!("unknown op {op}"))),
    }
}

/// The name of the implementation, and its claims.
fn hello(request: &Json) -> Result<Json, Failure> {
    let versions = request.get("thesmos").items();
    if !versions.iter().any(|one| one.as_number() == Some(VERSION)) {
        return Err(failed(format!(
            "this adapter speaks version {VERSION} only"
        )));
    }
    let implementation = Json::object([
        ("name", Json::text(env!("CARGO_PKG_NAME"))),
        ("version", Json::text(env!("CARGO_PKG_VERSION"))),
        ("language", Json::text("Rust")),
    ]);
    let claim = Json::object([
        ("editions", Json::texts(CLAIM.editions)),
        ("modes", Json::texts(CLAIM.modes)),
        ("options", Json::object([])), // the default ones only
        ("powers", Json::texts(CLAIM.powers)),
        ("levels", Json::texts(CLAIM.levels)),
        ("from", Json::texts(CLAIM.from)),
        ("dead_ends", Json::text(CLAIM.dead_ends)),
    ]);
    Ok(Json::object([
        ("thesmos", Json::Number(VERSION as f64)),
        ("implementation", implementation),
        ("games", Json::object([(GAME, claim)])),
    ]))
}

/// The decision after some choices; with `every`, also before each of them.
fn look(request: &Json) -> Result<Json, Failure> {
    check(request)?;
    let (setup, position) = (request.get("setup"), request.get("position"));
    let mut state = match position {
        Json::Null => game::begin(setup)?,
        _ => game::load(setup, position)?,
    };
    let mut told = game::decision(&state)?;
    let mut path = vec![tell(&state, &told)?];
    for (number, choice) in request.get("choices").items().iter().enumerate() {
        let choice = choice.as_text().unwrap_or("");
        if !offers(&told, choice) {
            return Err(Failure::Refused(number));
        }
        state = game::take(&state, choice)?;
        told = game::decision(&state)?;
        path.push(tell(&state, &told)?);
    }
    if request.get("every").is_empty() {
        return Ok(path.swap_remove(path.len() - 1));
    }
    Ok(Json::object([("path", Json::List(path))]))
}

/// Unsupported for anything that is not claimed: an adapter must not guess.
fn check(request: &Json) -> Result<(), Failure> {
    let known = |list: &[&str], one: &Json| list.iter().any(|name| one.as_text() == Some(name));
    let name = request.get("game");
    if name.as_text() != Some(GAME) {
        return Err(unsupported(format!("game {name}")));
    }
    for (key, value) in request.get("setup").keys() {
        let lacks = match key.as_str() {
            "players"
                if !value
                    .as_number()
                    .is_some_and(|n| game::PLAYERS.contains(&n)) =>
            {
                format!("{value} players")
            }
            "mode" if !known(CLAIM.modes, value) => format!("mode {value}"),
            "powers" => {
                let powers = value.items().iter();
                let lacking = |power: &&Json| **power != Json::Null && !known(CLAIM.powers, power);
                let found = powers.filter_map(|one| Some(one).filter(lacking)).next();
                found.map_or("".to_string(), |power| {
                    format!("power {}", power.as_text().unwrap_or(""))
                })
            }
            "players" | "mode" | "teams" => "".to_string(),
            _ if !value.is_empty() => key.clone(),
            _ => "".to_string(),
        };
        if !lacks.is_empty() {
            return Err(unsupported(lacks));
        }
    }
    for key in ["viewer", "why"] {
        if *request.get(key) != Json::Null {
            return Err(unsupported(key));
        }
    }
    let begins = match request.get("position") {
        Json::Null => "start",
        _ => "position",
    };
    if !CLAIM.from.contains(&begins) {
        return Err(unsupported("where this begins"));
    }
    if !request.get("position").get("memory").is_empty() {
        return Err(unsupported("memory"));
    }
    Ok(())
}

/// Whether a choice is on offer.
fn offers(told: &Told, choice: &str) -> bool {
    match told {
        Told::Over { .. } => false,
        Told::Decision {
            options, may_skip, ..
        } => {
            choice == "concede"
                || (choice == "skip" && *may_skip)
                || options.iter().any(|one| one == choice)
        }
    }
}

/// The answer for a state.
fn tell(state: &game::State, told: &Told) -> Result<Json, Failure> {
    let mut keys = match told {
        Told::Decision {
            player,
            options,
            may_skip,
        } => vec![
            ("player".to_string(), Json::Number(*player as f64)),
            ("options".to_string(), Json::texts(options)),
            ("may_skip".to_string(), Json::Bool(*may_skip)),
        ],
        Told::Over { winners } => {
            let winners = winners
                .iter()
                .map(|one| Json::Number(*one as f64))
                .collect();
            vec![(
                "result".to_string(),
                Json::object([("winners", Json::List(winners))]),
            )]
        }
    };
    if CLAIM.levels.contains(&"apply") {
        keys.push(("position".to_string(), game::position(state)?));
    }
    Ok(Json::Object(keys))
}
