//! Nim, written by hand, as an engine for read_suite.rs: see docs/pages/facts/nim.md.
use crate::json::Json;

const NAMES: [&str; 4] = ["A1", "B1", "C1", "D1"];

fn offered(heaps: &[usize]) -> Vec<String> {
    let named = heaps.iter().zip(NAMES);
    named
        .flat_map(|(size, name)| (1..=*size).map(move |left| format!("{name}-{left}")))
        .collect()
}

pub fn look(question: &Json) -> Option<Json> {
    if question["game"].text() != Some("nim") {
        return None;
    }
    let position = &question["position"];
    let digits = position["heaps"].text().unwrap_or("1357");
    let mut heaps: Vec<_> = digits.bytes().map(|one| usize::from(one - b'0')).collect();
    let mut player = position["to_move"].number().unwrap_or(1);
    let choices = question["choices"].items().iter().filter_map(Json::text);
    for (number, choice) in choices.enumerate() {
        if !offered(&heaps).iter().any(|one| one == choice) {
            return Some(Json::object([("refused", Json::Number(number as f64))]));
        }
        let heap = NAMES.iter().position(|name| choice.starts_with(name));
        heaps[heap.unwrap()] -= choice[3..].parse::<usize>().unwrap();
        player = 3 - player;
    }
    let options = offered(&heaps);
    if !options.is_empty() {
        return Some(Json::object([
            ("player", Json::Number(player as f64)),
            (
                "options",
                Json::List(options.into_iter().map(Json::Text).collect()),
            ),
            ("may_skip", Json::Bool(false)),
        ]));
    }
    // who took the last one is not to move
    let loses = question["setup"]["options"]["last_counter"].text() == Some("loses");
    let winner = if loses { player } else { 3 - player };
    Some(Json::object([(
        "winners",
        Json::List(vec![Json::Number(winner as f64)]),
    )]))
}
