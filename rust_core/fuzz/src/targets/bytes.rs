//! Encodings: the codec (protocol P2), canonical JSON (P2), armor (P16).

use referee_kernel::json::Value;
use referee_log::codec::{self, Reader, Token, Writer};
use referee_log::limits::MAX_RAW;
use referee_log::{Code, armor};

/// What is accepted is written back byte for byte, and is neither the beginning nor the end of something accepted.
pub fn codec(data: &[u8]) {
    match codec::check(data, MAX_RAW) {
        Ok(()) => {
            assert_eq!(rewritten(data), data, "read and written again");
            let room = data.len() + 1;
            for cut in [0, data.len() / 3, data.len() / 2, data.len() - 1] {
                assert_eq!(codec::check(&data[..cut], room), Err(Code::CTruncated), "cut at {cut}");
            }
            assert_eq!(codec::check(&[data, &[0]].concat(), room), Err(Code::CTrailing), "followed by a byte");
            assert_eq!(codec::check(data, data.len() - 1), Err(Code::CSize), "above the limit");
        }
        // Reading goes from left to right: what follows the byte that decided changes nothing.
        Err(code @ (Code::CType | Code::CMinimal | Code::CUtf8 | Code::CText | Code::CDepth)) => {
            assert_eq!(codec::check(&[data, &[0; 4]].concat(), data.len() + 4), Err(code), "followed by bytes");
        }
        Err(code) => assert!(matches!(code, Code::CSize | Code::CTruncated | Code::CTrailing), "{}", code.as_str()),
    }
}

/// The bytes that a writer makes of what a reader finds.
fn rewritten(data: &[u8]) -> Vec<u8> {
    let mut reader = Reader::new(data);
    let mut writer = Writer::new();
    let mut left = 1_usize;
    while left > 0 {
        left -= 1;
        match reader.token().unwrap() {
            Token::Uint(n) => writer.uint(n),
            Token::Bytes(bytes) => writer.bytes(bytes).unwrap(),
            Token::Text(text) => writer.text(text).unwrap(),
            Token::Array(n) => {
                writer.array(n.into()).unwrap();
                left += usize::from(n);
            }
        }
    }
    writer.finish()
}

/// A value has one canonical form, which reads back as the value; only that form is accepted as canonical.
pub fn canonical_json(data: &[u8]) {
    let canonical = Value::parse_canonical(data);
    let Ok(value) = Value::parse(data) else {
        assert_eq!(canonical, None, "canonical, but no JSON");
        return;
    };
    let written = value.canonical();
    assert!(written.is_ascii(), "canonical JSON is ASCII");
    if let Some(canonical) = canonical {
        assert_eq!(canonical, value);
        assert_eq!(written, data, "written back");
    }
    let again = Value::parse_canonical(&written).expect("a canonical form is canonical");
    assert_eq!(again.canonical(), written);
    if !holds_fraction(&value) {
        assert_eq!(again, value, "reads back as the value");
    }
}

fn holds_fraction(value: &Value) -> bool {
    match value {
        Value::Fraction => true,
        Value::List(items) => items.iter().any(holds_fraction),
        Value::Object(fields) => fields.values().any(holds_fraction),
        _ => false,
    }
}

/// Blocks found in a text are found again in every way a mail program may change them; any file survives as armor.
pub fn armor(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match armor::read(&text) {
        Ok(blocks) => {
            let armored: String = blocks.iter().map(|block| armor::write(block)).collect();
            assert_eq!(armor::read(&armored).as_ref(), Ok(&blocks), "written and read again");
        }
        Err(refusal) => {
            let codes = [Code::AEnd, Code::ANone, Code::ASum, Code::AChar, Code::ABits];
            assert!(codes.contains(&refusal.code), "{}", refusal.code.as_str());
        }
    }
    let block = armor::write(data);
    assert!(block.is_ascii() && block.lines().all(|line| line.len() <= 64), "plain lines");
    for mailed in mailed(&block) {
        assert_eq!(armor::read(&mailed).unwrap(), [data], "as {mailed:?}");
    }
}

/// What mail programs do to a block (protocol P16).
fn mailed(block: &str) -> Vec<String> {
    let lines = |each: &dyn Fn(&str) -> String| block.lines().map(each).collect::<String>();
    vec![
        block.replace('\n', "\r\n"),
        format!("Hello,\n\n{block}\nBest\n-- \nme"),
        lines(&|line| format!("> > {line}\n")),
        lines(&|line| format!("{line}=20\r\n")),
        lines(&|line| format!("  {line}<br>")),
        format!("<pre>{}</pre>", block.replace('+', "&#43;").replace('/', "&#47;").replace('-', "&#45;")),
        block.replace("-----", "\u{2014}\u{2014}"),
    ]
}
