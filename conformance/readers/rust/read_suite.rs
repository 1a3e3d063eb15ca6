//! Compares an engine with a suite, as `thesmos suite` writes it: read_suite SUITE
//!
//! Compile it with `rustc -O read_suite.rs`. `nim::look` is the engine: put your own in its place.
//! The answers are those to a `look` of conformance/protocol/README.md. The exit code is 0 if cases
//! passed and none failed.
mod json;
mod nim;

use json::Json;

pub enum Answer {
    Decision {
        player: usize,
        options: Vec<String>,
        may_skip: bool,
    },
    Over {
        winners: Vec<usize>,
    },
    Refused {
        choice: usize,
    },
    Unknown, // the engine does not know the question
}

/// A question: the look that it belongs to, and the choices. Tried: whether the last is refused.
struct Question<'a> {
    look: &'a Json,
    choices: Vec<String>,
    tried: bool,
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

/// What is wrong with an answer; nothing if it is right.
fn wrong(asked: &Question, got: &Answer) -> Option<&'static str> {
    let (ok, refused) = (asked.look.get("ok"), asked.look.get("refused"));
    if asked.tried || !refused.is_null() {
        let right = if asked.tried {
            asked.choices.len() - 1
        } else {
            refused.get("choice").number()
        };
        return (!matches!(got, Answer::Refused { choice } if *choice == right))
            .then_some("not refused");
    }
    match got {
        Answer::Over { winners } => {
            let right = ok
                .get("result")
                .get("winners")
                .items()
                .iter()
                .map(Json::number)
                .collect();
            let over = !ok.get("result").is_null();
            (!over || sorted(right) != sorted(winners.clone())).then_some("winners")
        }
        Answer::Decision { .. } if !ok.get("result").is_null() => Some("winners"),
        Answer::Decision { player, .. } if ok.get("player").number() != *player => Some("player"),
        Answer::Decision { may_skip, .. } if ok.get("may_skip").yes() != *may_skip => {
            Some("may_skip")
        }
        Answer::Decision { options, .. } => {
            (sorted(ok.get("options").texts()) != sorted(options.clone())).then_some("options")
        }
        _ => Some("an answer"),
    }
}

fn main() {
    let text = match std::env::args().nth(1).map(std::fs::read_to_string) {
        Some(Ok(text)) => text,
        Some(Err(error)) => exit(&format!("the suite can't be read: {error}")),
        None => exit("usage: read_suite SUITE"),
    };
    let (mut passed, mut failed, mut unsupported) = (0, 0, 0);
    for line in text.lines() {
        let case = Json::parse(line);
        let mut asked = Vec::new();
        for look in case.get("looks").items() {
            let choices = look.get("choices").texts();
            for one in look.get("refuse").items() {
                let choices = [choices.clone(), vec![one.get("option").text()]].concat();
                asked.push(Question {
                    look,
                    choices,
                    tried: true,
                });
            }
            asked.push(Question {
                look,
                choices,
                tried: false,
            });
        }
        let answers: Vec<_> = asked
            .iter()
            .map(|one| (one, nim::look(one.look, &one.choices)))
            .collect();
        if answers
            .iter()
            .any(|(_, got)| matches!(got, Answer::Unknown))
        {
            unsupported += 1;
        } else if let Some((one, words)) = answers
            .iter()
            .find_map(|(one, got)| Some((one, wrong(one, got)?)))
        {
            failed += 1;
            println!(
                "{}: {words} after {}",
                case.get("id").text(),
                one.choices.join(" ")
            );
        } else {
            passed += 1;
        }
    }
    println!("{passed} passed, {failed} failed, {unsupported} unsupported");
    std::process::exit(i32::from(failed > 0 || passed == 0));
}

fn exit(words: &str) -> ! {
    eprintln!("{words}");
    std::process::exit(2)
}
