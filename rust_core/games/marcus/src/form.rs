//! Reading the files of a card set with suspicion: every mistake is noted, none stops the reading.

use referee_kernel::json::Value;
use referee_kernel::set::Mistake;

/// Reads one file and notes what is wrong with it.
pub(crate) struct Form<'a> {
    file: &'static str,
    path: String,
    card: Option<String>,
    mistakes: &'a mut Vec<Mistake>,
}

impl<'a> Form<'a> {
    pub(crate) fn new(file: &'static str, mistakes: &'a mut Vec<Mistake>) -> Self {
        Self { file, path: String::new(), card: None, mistakes }
    }

    /// Goes to a place in the file.
    pub(crate) fn at(&mut self, path: String, card: Option<&str>) {
        self.path = path;
        self.card = card.map(str::to_owned);
    }

    /// Reads what lies in `key` of the present place.
    pub(crate) fn inside<T>(&mut self, key: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.path.clone();
        self.path = format!("{outside}.{key}");
        let found = read(self);
        self.path = outside;
        found
    }

    /// How many mistakes have been noted.
    pub(crate) fn found(&self) -> usize {
        self.mistakes.len()
    }

    /// Notes a mistake in `key` of the present place.
    pub(crate) fn wrong(&mut self, key: &str, why: impl Into<String>) {
        let path = match (self.path.is_empty(), key.is_empty()) {
            (true, _) => key.to_owned(),
            (false, true) => self.path.clone(),
            (false, false) => format!("{}.{key}", self.path),
        };
        let file = self.file.to_owned();
        self.mistakes.push(Mistake { file, path, card: self.card.clone(), why: why.into() });
    }

    /// The integer in `key`; on a mistake `low`.
    pub(crate) fn number(&mut self, v: &Value, key: &str, low: i8, high: i8) -> i8 {
        let read = v.get(key).and_then(|n| n.as_int_in(low.into(), high.into()));
        read.and_then(|n| i8::try_from(n).ok()).unwrap_or_else(|| {
            let why =
                if low == high { format!("must be {low}") } else { format!("must be an integer from {low} to {high}") };
            self.wrong(key, why);
            low
        })
    }

    /// The same for what is never negative.
    pub(crate) fn count(&mut self, v: &Value, key: &str, low: u8, high: u8) -> u8 {
        let (low, high) = (i8::try_from(low).unwrap_or(i8::MAX), i8::try_from(high).unwrap_or(i8::MAX));
        self.number(v, key, low, high).unsigned_abs()
    }

    /// The truth value in `key`; on a mistake `false`.
    pub(crate) fn flag(&mut self, v: &Value, key: &str) -> bool {
        v.get(key).and_then(Value::as_bool).unwrap_or_else(|| {
            self.wrong(key, "must be true or false");
            false
        })
    }

    /// Notes a mistake unless `key` holds exactly `want`.
    pub(crate) fn exactly(&mut self, v: &Value, key: &str, want: &Value) {
        if v.get(key).unwrap_or(&Value::Null) != want {
            self.wrong(key, format!("must be {}", want.text()));
        }
    }
}
