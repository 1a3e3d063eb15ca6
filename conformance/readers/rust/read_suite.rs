//! Compares an engine with a suite, as `thesmos suite` writes it: read_suite SUITE
//!
//! Compile it with `rustc -O --edition 2021 read_suite.rs`. `nim::look` is the engine: it returns what
//! the line has as `expect`, or None if it does not support the question. docs/pages/cli.md#suite
//! describes a line.
mod json;
mod nim;
use json::Json;
use std::{env, fs, panic::catch_unwind, process::exit};

fn main() {
    let Some(path) = env::args().nth(1) else {
        eprintln!("usage: read_suite SUITE");
        exit(2)
    };
    let suite = fs::read_to_string(path).expect("the suite can be read");
    let (mut passed, mut failed, mut unsupported) = (0, 0, 0);
    for question in suite.lines().map(Json::parse) {
        let id = question["id"].text().unwrap_or("a question without id");
        let (expect, choices) = (&question["expect"], &question["choices"]);
        let ask = || match question["viewer"] {
            Json::Null => nim::look(&question).map(Json::sorted),
            _ => None, // only `answer` has a view in full
        };
        match catch_unwind(ask).unwrap_or(Some(Json::Text("a panic".into()))) {
            None => unsupported += 1,
            Some(got) if got == *expect => passed += 1,
            Some(got) => {
                failed += 1;
                println!("{id}: expected {expect}, got {got} after {choices}");
            }
        }
    }
    println!("{passed} passed, {failed} failed, {unsupported} unsupported");
    exit(i32::from(passed == 0 || failed > 0))
}
