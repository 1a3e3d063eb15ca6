//! Compares an engine with a suite, docs/pages/cli.md#suite: `rustc -O --edition 2021 read_suite.rs`.
//! `nim::look` is the engine: it returns what the line has as `expect`, or None if it does not support it.
mod json;
mod nim;
use json::Json;
use std::{env, fs, panic::catch_unwind, process::exit};

fn main() {
    let path = env::args().nth(1).unwrap_or_else(|| {
        eprintln!("usage: read_suite SUITE");
        exit(2)
    });
    let suite = fs::read_to_string(path).expect("the suite can be read");
    let (mut passed, mut failed, mut unsupported) = (0, 0, 0);
    for question in suite.lines().map(Json::parse) {
        let id = question["id"].text().unwrap_or("a question without id");
        let (expect, choices) = (&question["expect"], &question["choices"]);
        let seen = question["viewer"] != Json::Null; // only `answer` has a view in full
        let ask = || nim::look(&question).filter(|_| !seen).map(Json::sorted);
        let got = catch_unwind(ask).unwrap_or(Some(Json::Text("a panic".into())));
        unsupported += i32::from(got.is_none());
        passed += i32::from(got.as_ref() == Some(expect));
        if let Some(got) = got.filter(|one| one != expect) {
            failed += 1;
            println!("{id}: expected {expect}, got {got} after {choices}");
        }
    }
    println!("{passed} passed, {failed} failed, {unsupported} unsupported");
    exit(i32::from(passed == 0 || failed > 0))
}
