//! ASCII armor: files as text that survives mail (protocol P16). Tolerant outside, strict inside.
//!
//! Every pass goes over the text once from left to right, so hostile text costs what its length costs.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use referee_kernel::digest::{Name, h32};

use crate::refusal::{Code, Refusal, check};

const BEGIN: &str = "-----BEGIN REFEREE FILE-----";
const END: &str = "-----END REFEREE FILE-----";
const LINE: usize = 64;
/// Dashes that a marker may have on each side.
const MAX_DASHES: usize = 10;

/// Writes a file as a block of plain ASCII with LF.
#[must_use]
pub fn write(file: &[u8]) -> String {
    let text = STANDARD_NO_PAD.encode(file);
    let mut block = String::with_capacity(text.len() + text.len() / LINE + 2 * BEGIN.len() + 16);
    let mut line = |content: &str| {
        block.push_str(content);
        block.push('\n');
    };
    line(BEGIN);
    let mut rest = text.as_str();
    while let Some((first, more)) = rest.split_at_checked(LINE) {
        line(first);
        rest = more;
    }
    if !rest.is_empty() {
        line(rest);
    }
    line(&check_line(file));
    line(END);
    block
}

/// Every armored block of a mail body that is decoded text, in order. What is in them is not looked at.
///
/// # Errors
/// For the first block in the text at which it happens `A_SUM`, `A_CHAR`, `A_BITS`; after the last block `A_END` if a
/// begin is left open; `A_NONE` if there is no block.
pub fn read(text: &str) -> Result<Vec<Vec<u8>>, Refusal> {
    let text = replace_entities(&drop_tags(&break_at_tags(&plain_breaks(text))));
    let mut blocks = Vec::new();
    let mut open = None;
    for marker in markers(&text) {
        if marker.begins {
            open = Some(marker.end);
        } else if let Some(content) = open.take().and_then(|start| text.get(start..marker.start)) {
            blocks.push(block(content)?);
        }
    }
    check(open.is_none(), Code::AEnd, "a block begins and does not end")?;
    check(!blocks.is_empty(), Code::ANone, "there is no block")?;
    Ok(blocks)
}

/// `#` and the first four bytes of the file's digest.
fn check_line(file: &[u8]) -> String {
    let [a, b, c, d, ..] = h32(Name::Armor, &[file]);
    format!("#{:08x}", u32::from_be_bytes([a, b, c, d]))
}

/// Point 1: one kind of line break, no invisible characters, one kind of space.
fn plain_breaks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                if chars.peek() == Some(&'\n') {
                    chars.next();
                }
                plain.push('\n');
            }
            '\u{2028}' | '\u{2029}' => plain.push('\n'),
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' => {}
            '\u{a0}' | '\u{202f}' => plain.push(' '),
            _ => plain.push(c),
        }
    }
    plain
}

/// Point 2, first half: tags that end a line become line feeds.
fn break_at_tags(text: &str) -> String {
    let last_close = text.rfind('>');
    let mut broken = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        broken.push_str(before);
        // Without a later `>` no tag can end, and looking for one again at each `<` would be quadratic.
        let closes = last_close.is_some_and(|last| text.len() - tag.len() < last);
        let length = if closes { breaking_tag(tag) } else { None };
        if length.is_some() {
            broken.push('\n');
        } else {
            broken.push('<');
        }
        rest = &tag[length.unwrap_or(1)..];
    }
    broken.push_str(rest);
    broken
}

/// Length of a tag that breaks the line, at the beginning of `tag`: `<br…>`, or a closing tag of a block element.
fn breaking_tag(tag: &str) -> Option<usize> {
    if starts_with(tag, "<br") {
        return Some(tag.find('>')? + 1);
    }
    ["</p>", "</div>", "</tr>", "</li>", "</pre>"].iter().find(|closing| starts_with(tag, closing)).map(|c| c.len())
}

/// Whether `text` begins with an ASCII `word`, in any case.
fn starts_with(text: &str, word: &str) -> bool {
    text.as_bytes().get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
}

/// Point 2, second half: all other tags vanish.
fn drop_tags(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        bare.push_str(before);
        let length = tag_len(tag);
        if length.is_none() {
            bare.push('<');
        }
        rest = &tag[length.unwrap_or(1)..];
    }
    bare.push_str(rest);
    bare
}

/// Length of the tag at the beginning of `tag`: `<`, then `/`, `!` or a letter, up to `>` with no other `<` before it.
fn tag_len(tag: &str) -> Option<usize> {
    let inner =
        tag.get(1..).filter(|inner| inner.starts_with(|c: char| c == '/' || c == '!' || c.is_ascii_alphabetic()))?;
    let end = inner.find(['<', '>'])?;
    inner[end..].starts_with('>').then_some(end + 2)
}

/// Point 2, last: the character references that occur in what we write. No replacement can make another one.
fn replace_entities(text: &str) -> String {
    const ENTITIES: [(&str, char); 7] =
        [("&nbsp;", ' '), ("&gt;", '>'), ("&lt;", '<'), ("&#43;", '+'), ("&#47;", '/'), ("&#45;", '-'), ("&amp;", '&')];
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, reference) = rest.split_at(at);
        replaced.push_str(before);
        let found = ENTITIES.iter().find(|(name, _)| reference.starts_with(name));
        replaced.push(found.map_or('&', |&(_, c)| c));
        rest = &reference[found.map_or(1, |(name, _)| name.len())..];
    }
    replaced.push_str(rest);
    replaced
}

/// A marker line, wherever it stands in its line.
struct Marker {
    begins: bool,
    start: usize,
    end: usize,
}

/// Point 3: all markers, from left to right.
fn markers(text: &str) -> Vec<Marker> {
    let mut found = Vec::new();
    let mut cursor = Cursor { text, at: 0 };
    while cursor.skip_until(is_dash) {
        let run = cursor.at;
        let dashes = cursor.count(is_dash, usize::MAX);
        let words = cursor.at;
        if let Some(begins) = cursor.words() {
            let (start, end) = (last_dashes(text, run, words, dashes), cursor.at);
            found.push(Marker { begins, start, end });
        }
    }
    found
}

/// Where the last ten dashes of a run begin: a marker has no more, and what is before them is before the marker.
fn last_dashes(text: &str, run: usize, end: usize, dashes: usize) -> usize {
    let spare = dashes.saturating_sub(MAX_DASHES);
    text.get(run..end).and_then(|run| run.char_indices().nth(spare)).map_or(run, |(at, _)| run + at)
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on to the next character of this sort; whether there is one.
    fn skip_until(&mut self, sort: fn(char) -> bool) -> bool {
        let next = self.rest().find(sort);
        self.at = next.map_or(self.text.len(), |by| self.at + by);
        next.is_some()
    }

    /// Passes up to `most` characters of this sort; how many there were.
    fn count(&mut self, sort: fn(char) -> bool, most: usize) -> usize {
        let (mut passed, mut bytes) = (0, 0);
        for c in self.rest().chars().take(most).take_while(|&c| sort(c)) {
            passed += 1;
            bytes += c.len_utf8();
        }
        self.at += bytes;
        passed
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.rest().starts_with(word).then(|| self.at += word.len())
    }

    fn blanks(&mut self) -> Option<()> {
        (self.count(is_blank, usize::MAX) > 0).then_some(())
    }

    /// What follows the first dashes of a marker: whether it begins a block. Nothing passed in vain here is a dash, so the
    /// search may go on from where it failed.
    fn words(&mut self) -> Option<bool> {
        self.count(is_blank, usize::MAX);
        let begins = self.word("BEGIN").is_some();
        if !begins {
            self.word("END")?;
        }
        self.blanks()?;
        self.word("REFEREE")?;
        self.blanks()?;
        self.word("FILE")?;
        self.count(is_blank, usize::MAX);
        (self.count(is_dash, MAX_DASHES) > 0).then_some(begins)
    }
}

/// Points 4 and 5: the content between two markers.
fn block(content: &str) -> Result<Vec<u8>, Refusal> {
    let text = unwrap_lines(&drop_soft_breaks(content));
    let (body, sum) = text.split_once('#').ok_or(Refusal::new(Code::ASum, "there is no check line"))?;
    let in_alphabet = |c: u8| c.is_ascii_alphanumeric() || c == b'+' || c == b'/';
    check(body.bytes().all(in_alphabet), Code::AChar, "a character is not of the base64 alphabet")?;
    let file = STANDARD_NO_PAD.decode(body);
    let file = file.map_err(|_| Refusal::new(Code::ABits, "no bytes are written with these base64 digits"))?;
    check(check_line(&file).strip_prefix('#') == Some(sum), Code::ASum, "the check digits are wrong")?;
    Ok(file)
}

/// Removes what quoted-printable leaves at the end of a line: `=`, perhaps an encoded blank or line end, blanks.
fn drop_soft_breaks(content: &str) -> String {
    let mut kept = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('=') {
        let (before, soft) = rest.split_at(at);
        kept.push_str(before);
        let code = ["=20", "=09", "=0D", "=0A"].iter().any(|code| soft.starts_with(code));
        let after = &soft[if code { 3 } else { 1 }..];
        let line_end = after.trim_start_matches(is_blank);
        if line_end.starts_with('\n') {
            rest = line_end;
        } else {
            kept.push_str(&soft[..soft.len() - line_end.len()]);
            rest = line_end;
        }
    }
    kept.push_str(rest);
    kept
}

/// Joins lines without quoting marks at their beginnings and without white space.
fn unwrap_lines(content: &str) -> String {
    let quoting = |c: char| is_blank(c) || matches!(c, '>' | '|' | ':' | '*');
    let lines = content.split('\n').map(|line| line.trim_start_matches(quoting));
    lines.flat_map(str::chars).filter(|c| !matches!(c, ' ' | '\t' | '\u{b}' | '\u{c}')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        read(text).unwrap_err().code
    }

    #[test]
    fn what_is_written_is_read_whatever_mail_does_to_it() {
        for n in 0..200_u8 {
            let file: Vec<u8> = (0..n).collect();
            let text = write(&file);
            assert!(text.is_ascii() && text.lines().all(|line| line.len() <= LINE));
            assert_eq!(read(&text), Ok(vec![file.clone()]));
            let quoted = text.replace('\n', "\r\n> ").replace("-----", "\u{2014}\u{2014}");
            assert_eq!(read(&format!("Hello,\n{quoted}\n2 > 1")), Ok(vec![file.clone()]));
            let soft: String = text.lines().map(|line| format!("{line}=20  \n<div>|: {line}</div>")).collect();
            assert_eq!(read(&text.replace('\n', "=\n")), Ok(vec![file]));
            assert!(read(&soft).is_err(), "every line twice");
        }
    }

    #[test]
    fn markers_have_one_to_ten_dashes() {
        let body = write(b"x");
        let body = body.trim_start_matches(BEGIN).trim_end().trim_end_matches(END);
        let block = |left: usize, right: usize| {
            let (left, right) = ("-".repeat(left), "-".repeat(right));
            format!("{left} BEGIN \tREFEREE FILE {right}{body}{left}END REFEREE FILE{right}")
        };
        assert_eq!(read(&block(1, 1)), Ok(vec![b"x".to_vec()]));
        assert_eq!(read(&block(10, 10)), Ok(vec![b"x".to_vec()]));
        assert_eq!(code(&block(1, 11)), Code::AChar, "the eleventh dash is content");
        assert_eq!(code(&block(11, 1)), Code::ASum, "so it is before the end");
        assert_eq!(code(&block(0, 1)), Code::ANone);
        assert_eq!(code(&format!("{BEGIN}{body}")), Code::AEnd);
        assert_eq!(code(&format!("{BEGIN}{body}--END REFEREE  FILE")), Code::AEnd);
        assert_eq!(read(&format!("{END}{BEGIN}junk{BEGIN}{body}{END}{END}")), Ok(vec![b"x".to_vec()]));
    }

    #[test]
    fn the_inside_is_strict() {
        let block = |inside: &str| format!("{BEGIN}\n{inside}\n{END}\n");
        assert_eq!(read(&block("eA\n#d7b87e02")).unwrap_err().code, Code::ASum);
        assert_eq!(code(&block("eA")), Code::ASum);
        assert_eq!(code(&block("eA==\n#00000000")), Code::AChar);
        assert_eq!(code(&block("eB\n#00000000")), Code::ABits, "bits that belong to no byte");
        assert_eq!(code(&block("eAAAA\n#00000000")), Code::ABits);
        assert_eq!(code(&block("e_A\n#00000000")), Code::AChar);
        assert_eq!(code(&block(&format!("eA\n{}#", check_line(b"x")))), Code::ASum);
        assert_eq!(code(&block(&format!("eA\n{}", check_line(b"x").to_uppercase()))), Code::ASum);
    }

    /// Each of these would take minutes if any pass began again at every character.
    #[test]
    fn hostile_text_is_read_in_linear_time() {
        let many = |text: &str| text.repeat(400_000 / text.len());
        for text in
            ["<br", "<a", "<", "&", "&amp", "-", "- ", "- BEGIN ", "-BEGIN REFEREE FILE", "=", "=  ", "\r", "#", ">"]
        {
            assert!(read(&many(text)).is_err());
            assert!(read(&format!("{BEGIN}{}{END}", many(text))).is_err());
            assert!(read(&format!("{}>", many(text))).is_err());
        }
        assert_eq!(code(&many(BEGIN)), Code::AEnd);
        assert_eq!(code(&many(&format!("{BEGIN}\n{END}"))), Code::ASum);
    }
}
