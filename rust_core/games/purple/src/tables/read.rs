//! Reading a set: total, so that an editor hears of every mistake at once.

use referee_kernel::json::Value;
use referee_kernel::set::Mistake;

use super::{Map, PROVINCES, Province, Tables, only, options_of};
use crate::cards::{Agenda, Event, Forum, Plot};

/// Collects mistakes while it reads.
struct Reader<'a> {
    file: &'static str,
    root: &'a Value,
    mistakes: Vec<Mistake>,
}

static NOTHING: Value = Value::Null;

/// The tables of the files `cards.json` and `map.json`.
pub(super) fn tables<'a>(file: &dyn Fn(&str) -> Option<&'a Value>) -> Result<Tables, Vec<Mistake>> {
    let mut tables = Tables::default();
    let mut mistakes = Vec::new();
    for (name, read) in [("cards.json", cards as fn(&mut Reader<'_>, &mut Tables)), ("map.json", map)] {
        let mut r = Reader { file: name, root: file(name).unwrap_or(&NOTHING), mistakes: Vec::new() };
        if r.root.get("game").and_then(Value::as_str) == Some("purple") {
            read(&mut r, &mut tables);
        } else {
            r.mistake("game", None, "the file is missing or of another game");
        }
        mistakes.extend(r.mistakes);
    }
    if mistakes.is_empty() { Ok(tables) } else { Err(mistakes) }
}

impl<'a> Reader<'a> {
    fn mistake(&mut self, path: &str, card: Option<&str>, why: &str) {
        // A file of a million wrong entries needs no list of a million mistakes.
        if self.mistakes.len() < 1000 {
            self.mistakes.push(Mistake {
                file: self.file.to_owned(),
                path: path.to_owned(),
                card: card.map(str::to_owned),
                why: why.to_owned(),
            });
        }
    }

    fn number(&mut self, at: &Value, key: &str, path: &str, card: Option<&str>, (low, high): (u8, u8)) -> u8 {
        let found = at.get(key).and_then(|v| v.as_int_in(low.into(), high.into()));
        found.and_then(|n| u8::try_from(n).ok()).unwrap_or_else(|| {
            self.mistake(&format!("{path}.{key}"), card, &format!("must be a whole number from {low} to {high}"));
            low
        })
    }

    /// A number deep in the file: `tracks.happiness.start`.
    fn deep(&mut self, path: &str, range: (u8, u8)) -> u8 {
        let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
        let at = parent.split('.').fold(self.root, |v, k| v.get(k).unwrap_or(&NOTHING));
        self.number(at, key, parent, None, range)
    }

    /// The entries of a list of cards, with their place and id; unknown and repeated ids are mistakes.
    fn entries(&mut self, list: &str, known: &dyn Fn(&str) -> Option<usize>) -> Vec<(String, usize, &'a Value)> {
        let root: &'a Value = self.root;
        let Some(items) = root.get(list).and_then(Value::as_list) else {
            self.mistake(list, None, "must be a list of cards");
            return Vec::new();
        };
        let mut found: Vec<(String, usize, &'a Value)> = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let path = format!("{list}[{i}]");
            let id = item.get("id").and_then(Value::as_str);
            match id.and_then(known) {
                None => self.mistake(&format!("{path}.id"), id, "no card of the rules has this id"),
                Some(index) if found.iter().any(|f| f.1 == index) => {
                    self.mistake(&format!("{path}.id"), id, "the card stands here twice");
                }
                Some(index) => found.push((path, index, item)),
            }
        }
        found
    }
}

fn cards(r: &mut Reader<'_>, t: &mut Tables) {
    for (path, i, card) in r.entries("plot", &|id| Plot::from_id(id).map(Plot::index)) {
        let id = Some(Plot::ALL[i].id());
        t.plots[i] = r.number(card, "copies", &path, id, (0, 99));
        t.strength[i] = r.number(card, "strength", &path, id, (0, 9));
    }
    for (path, i, card) in r.entries("event", &|id| Event::from_id(id).map(Event::index)) {
        let id = Some(Event::ALL[i].id());
        t.events[i] = r.number(card, "copies", &path, id, (0, 99));
        match card.get("in_solo").and_then(Value::as_bool) {
            Some(b) => t.in_solo[i] = b,
            None => r.mistake(&format!("{path}.in_solo"), id, "must be true or false"),
        }
        numbers(r, t, &path, Event::ALL[i], card.get("numbers").unwrap_or(&NOTHING));
    }
    for (path, i, card) in r.entries("agenda", &|id| Agenda::from_id(id).map(Agenda::index)) {
        t.agendas[i] = r.number(card, "copies", &path, Some(Agenda::ALL[i].id()), (0, 99));
        agenda_goals(r, t, &path, Agenda::ALL[i], card);
    }
    for (path, i, card) in r.entries("forum", &|id| Forum::from_id(id).map(Forum::index)) {
        t.forum[i] = r.number(card, "copies", &path, Some(Forum::ALL[i].id()), (0, 1));
        forum_options(r, t, &path, Forum::ALL[i], card);
    }
    totals(r, t);
}

fn numbers(r: &mut Reader<'_>, t: &mut Tables, path: &str, event: Event, at: &Value) {
    let id = Some(event.id());
    let path = format!("{path}.numbers");
    let mut one = |key: &str, range: (u8, u8)| r.number(at, key, &path, id, range);
    let e = &mut t.event;
    match event {
        Event::Dilemma => e.dilemma_coins = one("coins", (0, 99)),
        Event::Rivals => e.rivals_coins = one("coins", (0, 99)),
        Event::Plague => e.plague_stamina = one("stamina", (0, 11)),
        Event::Praetorians => {
            e.praetorians_coins = one("coins", (0, 99));
            e.praetorians_stamina = one("stamina", (0, 11));
        }
        Event::Weather => e.weather_sea = one("pawn_sea_cost", (1, 99)),
        Event::GrainShortage => e.shortage_grain = one("grain", (0, 99)),
        Event::Speculators => e.speculators_price = one("price", (0, 4)),
        Event::Earthquake => e.earthquake_stamina = one("stamina", (0, 11)),
        Event::Fire => e.fire_at_most = one("at_most", (0, 6)),
        Event::Fever => e.fever_stamina = one("stamina", (0, 11)),
        Event::HeirFalls => e.heir_stamina = one("stamina", (0, 11)),
        _ => {}
    }
    if matches!(event, Event::Dilemma | Event::Fire) {
        match at.get("happiness").and_then(|v| v.as_int_in(-10, 0)) {
            Some(n) if event == Event::Dilemma => t.event.dilemma_happiness = n.unsigned_abs() as u8,
            Some(n) => t.event.fire_happiness = n.unsigned_abs() as u8,
            None => r.mistake(&format!("{path}.happiness"), id, "must be a whole number from -10 to 0"),
        }
    }
}

fn agenda_goals(r: &mut Reader<'_>, t: &mut Tables, path: &str, card: Agenda, entry: &Value) {
    let id = Some(card.id());
    let goals = entry.get("goals").and_then(Value::as_list).unwrap_or_default();
    if goals.len() != 2 {
        return r.mistake(&format!("{path}.goals"), id, "the rules know two goals of this card");
    }
    for (i, goal) in goals.iter().enumerate() {
        match goal.get("vp").and_then(|v| v.as_int_in(-99, 99)) {
            Some(vp) => t.goals[card.index()][i] = vp as i8,
            None => r.mistake(&format!("{path}.goals[{i}].vp"), id, "must be a whole number from -99 to 99"),
        }
    }
}

fn forum_options(r: &mut Reader<'_>, t: &mut Tables, path: &str, card: Forum, entry: &Value) {
    let id = Some(card.id());
    let options = entry.get("options").and_then(Value::as_list).unwrap_or_default();
    if options.len() != options_of(card) {
        return r.mistake(&format!("{path}.options"), id, "the rules know another number of options for this card");
    }
    for (i, option) in options.iter().enumerate() {
        let path = format!("{path}.options[{i}]");
        let coins = r.number(option, "coins", &path, id, (0, 99));
        let small = option.get("circle").and_then(Value::as_str);
        if !matches!(small, Some("small" | "large")) {
            r.mistake(&format!("{path}.circle"), id, "must be small or large");
        }
        t.options[card.index()][i] = super::ForumOption { coins, small: small == Some("small") };
    }
}

/// A game needs 20 events, 4 forum cards, agendas for everybody (rules 6.3, 6.5, 2.12), and sums that stay small.
fn totals(r: &mut Reader<'_>, t: &Tables) {
    let sum = |copies: &[u8]| copies.iter().map(|n| u32::from(*n)).sum::<u32>();
    let strength: u32 = (0..t.plots.len()).map(|i| u32::from(t.plots[i]) * u32::from(t.strength[i])).sum();
    let solo: u32 = (0..t.events.len()).filter(|i| t.in_solo[*i]).map(|i| u32::from(t.events[i])).sum();
    if sum(&t.plots) > 200 || strength > 200 {
        r.mistake("plot", None, "more than 200 cards or more than 200 strength in all");
    }
    if sum(&t.events) > 200 || sum(&t.events) < 20 || solo < 20 {
        r.mistake("event", None, "a game takes 20 events, solo ones too, and not more than 200 may be there");
    }
    if sum(&t.agendas) > 200 || sum(&t.agendas) < 3 {
        r.mistake("agenda", None, "three seats take 3 agendas, and not more than 200 may be there");
    }
    if sum(&t.forum) < 4 {
        r.mistake("forum", None, "a game takes 4 forum cards");
    }
}

fn map(r: &mut Reader<'_>, t: &mut Tables) {
    land(r, &mut t.map);
    let p = &mut t.pieces;
    p.enemies = r.deep("components.enemies", (1, 99));
    p.famine = r.deep("components.famine", (1, 7));
    p.aqueducts = r.deep("components.aqueducts", (0, 8));
    p.estates = r.deep("components.per_seat.estates", (1, 25));
    p.senators = r.deep("components.per_seat.senators", (1, 10));
    p.monuments = r.deep("components.per_seat.monuments", (3, 3));
    p.stamina = r.deep("components.per_seat.stamina", (1, 11));
    p.stamina_of_two = r.deep("components.per_seat.stamina_two_players", (1, 11));
    let c = &mut t.price;
    c.estate = r.deep("prices.estate", (0, 99));
    c.monument = r.deep("prices.monument", (0, 99));
    c.aqueduct = r.deep("prices.aqueduct", (0, 99));
    c.heir = r.deep("prices.heir", (0, 99));
    c.legion = r.deep("prices.legion", (0, 99));
    c.assassination = r.deep("prices.assassination", (0, 99));
    t.happiness_start = r.deep("tracks.happiness.start", (1, 10));
    r.deep("tracks.happiness.max", (10, 10));
    for (space, vp) in t.happiness_vp.iter_mut().enumerate() {
        *vp = r.deep(&format!("tracks.happiness.vp.{space}"), (0, 99));
    }
    r.deep("tracks.import_price.min", (1, 1));
    r.deep("tracks.import_price.max", (5, 5));
    t.price_start = r.deep("tracks.import_price.start", (2, 5));
    t.price_solo = r.deep("tracks.import_price.solo_min", (2, 2));
    r.deep("tracks.senate.spaces", (10, 10));
    r.deep("tracks.production_line.spaces", (10, 10));
    for (seats, built) in t.built.iter_mut().enumerate() {
        *built = r.deep(&format!("tracks.production_line.built.{}", seats + 1), (1, 10));
    }
}

fn land(r: &mut Reader<'_>, map: &mut Map) {
    let items = r.root.get("provinces").and_then(Value::as_list).unwrap_or_default();
    if items.len() != PROVINCES {
        return r.mistake("provinces", None, "must be a list of 25 provinces");
    }
    let mut places = 0_u32;
    let mut capitals = 0_u32;
    for (i, (item, p)) in items.iter().zip(0_u8..).enumerate() {
        let path = format!("provinces[{i}]");
        let id = item.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let plain = id.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') && (1..=32).contains(&id.len());
        if !plain || map.ids.contains(&id) {
            r.mistake(&format!("{path}.id"), None, "must be an id of its own: 1 to 32 of a-z and _");
        }
        let region = r.number(item, "region", &path, Some(&id), (0, 4));
        map.region[i] = region;
        map.regions[usize::from(region)] |= only(p);
        map.grain[i] = r.number(item, "grain", &path, Some(&id), (0, 99));
        if region == 0 {
            map.roma = p;
            places |= 1;
        } else {
            let number = r.number(item, "number", &path, Some(&id), (1, 6));
            places |= 1 << (region * 6 + number - 6);
            map.numbered[usize::from(region) - 1][usize::from(number) - 1] = p;
            if item.get("capital").and_then(Value::as_bool) == Some(true) {
                map.capitals |= only(p);
                capitals |= 1 << region;
            }
        }
        map.ids.push(id);
    }
    // 25 provinces in 25 places: none is empty, so none is taken twice.
    if places != (1 << 25) - 1 {
        r.mistake("provinces", None, "must be one of region 0 and the numbers 1 to 6 in each of the regions 1 to 4");
    }
    if capitals != 0b11110 || map.capitals.count_ones() != 4 {
        r.mistake("provinces", None, "each of the regions 1 to 4 needs one capital");
    }
    map.by_id = (0..PROVINCES as Province).collect();
    map.by_id.sort_by(|a, b| map.ids[usize::from(*a)].cmp(&map.ids[usize::from(*b)]));
    map.path = paths(map);
    map.land = borders(r, map, "land");
    map.sea = borders(r, map, "sea");
}

/// One number towards the capital (rule 4.2.1).
fn paths(map: &Map) -> [Option<Province>; PROVINCES] {
    let mut path = [None; PROVINCES];
    for row in &map.numbered {
        let Some(capital) = row.iter().position(|p| map.capitals & only(*p) != 0) else { continue };
        for (i, p) in row.iter().enumerate() {
            path[usize::from(*p)] = match i.cmp(&capital) {
                std::cmp::Ordering::Less => Some(row[i + 1]),
                std::cmp::Ordering::Greater => Some(row[i - 1]),
                std::cmp::Ordering::Equal => None,
            };
        }
    }
    path
}

fn borders(r: &mut Reader<'_>, map: &Map, key: &str) -> [u32; PROVINCES] {
    let mut next_to = [0; PROVINCES];
    let pairs = r.root.get(key).and_then(Value::as_list).unwrap_or_default();
    for (i, pair) in pairs.iter().enumerate() {
        let end = |n: usize| {
            let id = pair.as_list().filter(|l| l.len() == 2)?.get(n)?.as_str()?;
            map.ids.iter().position(|p| p == id)
        };
        match (end(0), end(1)) {
            (Some(a), Some(b)) if a != b => {
                next_to[a] |= 1 << b;
                next_to[b] |= 1 << a;
            }
            _ => r.mistake(&format!("{key}[{i}]"), None, "must be a pair of different provinces"),
        }
    }
    next_to
}
