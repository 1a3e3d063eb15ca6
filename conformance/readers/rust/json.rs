//! JSON, since there is no library here. A project of your own has `serde_json::Value` in its place.
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};
use std::iter::{from_fn, Peekable};
use std::ops::Index;
use std::str::Chars;

#[derive(PartialEq, PartialOrd)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Panics if the text is not JSON.
    pub fn parse(text: &str) -> Json {
        value(&mut text.chars().peekable())
    }
    pub fn object<const N: usize>(keys: [(&str, Json); N]) -> Json {
        Json::Object(keys.map(|(key, value)| (key.to_string(), value)).into())
    }
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }
    pub fn number(&self) -> Option<usize> {
        match self {
            Json::Number(number) => Some(*number as usize),
            _ => None,
        }
    }
    pub fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }
    /// The value with all of its lists in order.
    pub fn sorted(self) -> Json {
        match self {
            Json::List(mut items) => {
                items.sort_by(|one, other| one.partial_cmp(other).expect("JSON has no NaN"));
                Json::List(items)
            }
            Json::Object(keys) => Json::Object(
                keys.into_iter()
                    .map(|(key, one)| (key, one.sorted()))
                    .collect(),
            ),
            other => other,
        }
    }
}

/// The value of a key, null if there is none.
impl Index<&str> for Json {
    type Output = Json;
    fn index(&self, key: &str) -> &Json {
        match self {
            Json::Object(keys) => keys.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }
}

impl Display for Json {
    fn fmt(&self, out: &mut Formatter) -> Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Bool(yes) => write!(out, "{yes}"),
            Json::Number(number) => write!(out, "{number}"),
            Json::Text(text) => write!(out, "{text:?}"),
            Json::List(items) => {
                let texts: Vec<_> = items.iter().map(Json::to_string).collect();
                write!(out, "[{}]", texts.join(","))
            }
            Json::Object(keys) => {
                let pairs = keys.iter().map(|(key, one)| format!("{key:?}:{one}"));
                write!(out, "{{{}}}", pairs.collect::<Vec<_>>().join(","))
            }
        }
    }
}

type Source<'a> = Peekable<Chars<'a>>;

/// Passes spaces, and the wanted character if it comes next.
fn passes(source: &mut Source, wanted: char) -> bool {
    while source.next_if(char::is_ascii_whitespace).is_some() {}
    source.next_if_eq(&wanted).is_some()
}

fn value(source: &mut Source) -> Json {
    if passes(source, '{') {
        let mut keys = BTreeMap::new();
        while !passes(source, '}') {
            assert!(passes(source, '"'), "no key");
            let key = string(source);
            assert!(passes(source, ':'), "no value");
            keys.insert(key, value(source));
            passes(source, ',');
        }
        return Json::Object(keys);
    }
    if passes(source, '[') {
        let mut items = Vec::new();
        while !passes(source, ']') {
            items.push(value(source));
            passes(source, ',');
        }
        return Json::List(items);
    }
    if passes(source, '"') {
        return Json::Text(string(source));
    }
    let in_word = |one: &char| one.is_ascii_alphanumeric() || "+-.".contains(*one);
    let word: String = from_fn(|| source.next_if(in_word)).collect();
    match word.as_str() {
        "null" => Json::Null,
        "true" => Json::Bool(true),
        "false" => Json::Bool(false),
        number => Json::Number(number.parse().expect("a number")),
    }
}

fn string(source: &mut Source) -> String {
    let mut units = Vec::new(); // UTF-16, as an escape may be half a character
    loop {
        match source.next().expect("the end of a text") {
            '"' => return String::from_utf16_lossy(&units),
            '\\' => units.push(match source.next().expect("an escape") {
                'b' => 8,
                't' => 9,
                'n' => 10,
                'f' => 12,
                'r' => 13,
                'u' => {
                    let code: String = source.by_ref().take(4).collect();
                    u16::from_str_radix(&code, 16).expect("four digits")
                }
                other => other as u16,
            }),
            other => units.extend_from_slice(other.encode_utf16(&mut [0; 2])),
        }
    }
}
