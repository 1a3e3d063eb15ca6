//! JSON, as far as the protocol needs it. With a JSON library of your own you can do without.
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

static NULL: Json = Json::Null;

impl Json {
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut parser = Parser {
            rest: text.chars().collect(),
            at: 0,
        };
        let value = parser.value()?;
        parser.space();
        if parser.at < parser.rest.len() {
            return Err(format!("more than one value, at character {}", parser.at));
        }
        Ok(value)
    }

    pub fn text(text: impl Into<String>) -> Json {
        Json::Text(text.into())
    }

    pub fn texts<T: AsRef<str>>(texts: &[T]) -> Json {
        Json::List(texts.iter().map(|text| Json::text(text.as_ref())).collect())
    }

    pub fn object<const N: usize>(keys: [(&str, Json); N]) -> Json {
        Json::Object(keys.map(|(key, value)| (key.to_string(), value)).into())
    }

    /// The value of a key; null if there is none.
    pub fn get(&self, key: &str) -> &Json {
        self.keys()
            .iter()
            .find(|(name, _)| name == key)
            .map_or(&NULL, |(_, value)| value)
    }

    /// The keys of an object, with their values; none if it is something else.
    pub fn keys(&self) -> &[(String, Json)] {
        match self {
            Json::Object(keys) => keys,
            _ => &[],
        }
    }

    /// The items of a list; none if it is something else.
    pub fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_number(&self) -> Option<usize> {
        match self {
            Json::Number(number) if *number >= 0.0 => Some(*number as usize),
            _ => None,
        }
    }

    /// Whether it is null, false, 0, or has nothing in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Json::Null | Json::Bool(false) => true,
            Json::Bool(true) => false,
            Json::Number(number) => *number == 0.0,
            Json::Text(text) => text.is_empty(),
            Json::List(items) => items.is_empty(),
            Json::Object(keys) => keys.is_empty(),
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => write!(to, "null"),
            Json::Bool(value) => write!(to, "{value}"),
            Json::Number(number) => write!(to, "{number}"),
            Json::Text(text) => quoted(to, text),
            Json::List(items) => {
                write!(to, "[")?;
                for (number, item) in items.iter().enumerate() {
                    write!(to, "{}{item}", if number > 0 { "," } else { "" })?;
                }
                write!(to, "]")
            }
            Json::Object(keys) => {
                write!(to, "{{")?;
                for (number, (key, value)) in keys.iter().enumerate() {
                    write!(to, "{}", if number > 0 { "," } else { "" })?;
                    quoted(to, key)?;
                    write!(to, ":{value}")?;
                }
                write!(to, "}}")
            }
        }
    }
}

fn quoted(to: &mut fmt::Formatter, text: &str) -> fmt::Result {
    write!(to, "\"")?;
    for one in text.chars() {
        match one {
            '"' | '\\' => write!(to, "\\{one}")?,
            one if one < ' ' => write!(to, "\\u{:04x}", one as u32)?,
            one => write!(to, "{one}")?,
        }
    }
    write!(to, "\"")
}

struct Parser {
    rest: Vec<char>,
    at: usize,
}

impl Parser {
    fn space(&mut self) {
        while self
            .rest
            .get(self.at)
            .is_some_and(|one| one.is_whitespace())
        {
            self.at += 1;
        }
    }

    /// Whether the next character is this one, which is passed then.
    fn passes(&mut self, wanted: char) -> bool {
        self.space();
        let found = self.rest.get(self.at) == Some(&wanted);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.passes(wanted) {
            return Ok(());
        }
        Err(format!("no {wanted} at character {}", self.at))
    }

    fn value(&mut self) -> Result<Json, String> {
        if self.passes('{') {
            let mut keys = Vec::new();
            while !self.passes('}') {
                if !keys.is_empty() {
                    self.expect(',')?;
                }
                self.expect('"')?;
                let key = self.string()?;
                self.expect(':')?;
                keys.push((key, self.value()?));
            }
            return Ok(Json::Object(keys));
        }
        if self.passes('[') {
            let mut items = Vec::new();
            while !self.passes(']') {
                if !items.is_empty() {
                    self.expect(',')?;
                }
                items.push(self.value()?);
            }
            return Ok(Json::List(items));
        }
        if self.passes('"') {
            return Ok(Json::Text(self.string()?));
        }
        let from = self.at;
        while self
            .rest
            .get(self.at)
            .is_some_and(|one| one.is_alphanumeric() || "+-.".contains(*one))
        {
            self.at += 1;
        }
        let word: String = self.rest[from..self.at].iter().collect();
        match word.as_str() {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            number => number
                .parse()
                .map(Json::Number)
                .map_err(|_| format!("no value at character {from}")),
        }
    }

    /// A text, after its first quote.
    fn string(&mut self) -> Result<String, String> {
        let mut units: Vec<u16> = Vec::new(); // UTF-16, as escapes are
        loop {
            match self.next()? {
                '"' => return String::from_utf16(&units).map_err(|_| "half a character".into()),
                '\\' => match self.next()? {
                    'u' => units.push(self.unit()?),
                    'n' => units.push(10),
                    't' => units.push(9),
                    'r' => units.push(13),
                    'b' => units.push(8),
                    'f' => units.push(12),
                    other => units.extend(other.encode_utf16(&mut [0; 2]).iter()),
                },
                one => units.extend(one.encode_utf16(&mut [0; 2]).iter()),
            }
        }
    }

    fn next(&mut self) -> Result<char, String> {
        self.at += 1;
        let found = self.rest.get(self.at - 1).copied();
        found.ok_or_else(|| "a text without an end".to_string())
    }

    /// The four digits of `\u`.
    fn unit(&mut self) -> Result<u16, String> {
        let mut made = 0;
        for _ in 0..4 {
            let digit = self.next()?.to_digit(16);
            made = made * 16 + digit.ok_or("no digits after \\u")? as u16;
        }
        Ok(made)
    }
}
