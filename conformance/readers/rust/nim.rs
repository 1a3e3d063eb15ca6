//! Nim, written by hand, as an engine for read_suite.rs: see docs/pages/facts/nim.md.
use crate::json::Json;
use crate::Answer;

const NAMES: [&str; 4] = ["A1", "B1", "C1", "D1"];

fn offered(heaps: &[u32]) -> Vec<String> {
    let named = heaps.iter().zip(NAMES);
    named
        .flat_map(|(size, name)| (1..=*size).map(move |left| format!("{name}-{left}")))
        .collect()
}

pub fn look(place: &Json, choices: &[String]) -> Answer {
    if place.get("game").text() != "nim" {
        return Answer::Unknown;
    }
    let position = place.get("position");
    let from_start = position.is_null();
    let digits = if from_start {
        "1357".to_string()
    } else {
        position.get("heaps").text()
    };
    let mut heaps: Vec<u32> = digits
        .chars()
        .filter_map(|digit| digit.to_digit(10))
        .collect();
    let mut player = if from_start {
        1
    } else {
        position.get("to_move").number()
    };
    for (choice, text) in choices.iter().enumerate() {
        if !offered(&heaps).contains(text) {
            return Answer::Refused { choice };
        }
        let at = NAMES
            .iter()
            .position(|name| text.starts_with(name))
            .unwrap();
        heaps[at] -= text[3..].parse::<u32>().unwrap();
        player = 3 - player;
    }
    let options = offered(&heaps);
    if !options.is_empty() {
        return Answer::Decision {
            player,
            options,
            may_skip: false,
        };
    }
    // who took the last one is not to move
    let loses = place.get("setup").get("options").get("last_counter").text() == "loses";
    Answer::Over {
        winners: vec![if loses { player } else { 3 - player }],
    }
}
