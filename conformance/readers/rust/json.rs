//! As much of JSON as a suite has. With a JSON library of your own you need none of this.
use std::collections::HashMap;

pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

static NULL: Json = Json::Null;

impl Json {
    pub fn parse(text: &str) -> Json {
        Parser {
            rest: text.chars().collect(),
            at: 0,
        }
        .value()
    }
    /// The value of a key; null if there is none.
    pub fn get(&self, key: &str) -> &Json {
        if let Json::Object(keys) = self {
            keys.get(key).unwrap_or(&NULL)
        } else {
            &NULL
        }
    }
    pub fn is_null(&self) -> bool {
        matches!(self, Json::Null)
    }
    pub fn yes(&self) -> bool {
        matches!(self, Json::Bool(true))
    }
    pub fn number(&self) -> usize {
        if let Json::Number(number) = self {
            *number as usize
        } else {
            0
        }
    }
    pub fn text(&self) -> String {
        if let Json::Text(text) = self {
            text.clone()
        } else {
            String::new()
        }
    }
    pub fn items(&self) -> &[Json] {
        if let Json::List(items) = self {
            items
        } else {
            &[]
        }
    }
    pub fn texts(&self) -> Vec<String> {
        self.items().iter().map(Json::text).collect()
    }
}

struct Parser {
    rest: Vec<char>,
    at: usize,
}

impl Parser {
    /// The next character that is no space, which is passed if it is the wanted one.
    fn next(&mut self, wanted: char) -> bool {
        while self.rest[self.at].is_whitespace() {
            self.at += 1;
        }
        let found = self.rest[self.at] == wanted;
        self.at += usize::from(found);
        found
    }
    fn value(&mut self) -> Json {
        if self.next('{') {
            let mut keys = HashMap::new();
            while !self.next('}') {
                self.next('"');
                let key = self.string();
                self.next(':');
                keys.insert(key, self.value());
                self.next(',');
            }
            return Json::Object(keys);
        }
        if self.next('[') {
            let mut items = Vec::new();
            while !self.next(']') {
                items.push(self.value());
                self.next(',');
            }
            return Json::List(items);
        }
        if self.next('"') {
            return Json::Text(self.string());
        }
        let from = self.at;
        while self.at < self.rest.len() && !",]} \n".contains(self.rest[self.at]) {
            self.at += 1;
        }
        match self.rest[from..self.at].iter().collect::<String>().as_str() {
            "null" => Json::Null,
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            number => Json::Number(number.parse().expect("a number")),
        }
    }
    fn string(&mut self) -> String {
        let mut made = String::new();
        loop {
            let mut one = self.rest[self.at];
            self.at += 1;
            if one == '"' {
                return made;
            }
            if one == '\\' {
                one = self.rest[self.at];
                self.at += 1;
                one = match one {
                    'n' => '\n',
                    't' => '\t',
                    'u' => {
                        let code: String = self.rest[self.at..self.at + 4].iter().collect();
                        self.at += 4;
                        char::from_u32(u32::from_str_radix(&code, 16).unwrap()).unwrap_or('?')
                    }
                    other => other,
                };
            }
            made.push(one);
        }
    }
}
