//! Between Python's plain values and JSON values.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

use referee_kernel::json::{MAX_DEPTH, Value};

/// How many values one Python value may hold; a list that holds itself twice, and so on, would hold billions.
const MAX_VALUES: usize = 1 << 20;

/// The JSON value of a Python value. What JSON has no form for, or what is too deep or too much for any document, comes
/// through as [`Value::Fraction`], so that the check of its place refuses it: whatever is handed to a game is answered by
/// the game.
pub fn from_python(object: &Bound<'_, PyAny>) -> Value {
    let mut left = MAX_VALUES;
    nested(object, 0, &mut left)
}

fn nested(object: &Bound<'_, PyAny>, depth: usize, left: &mut usize) -> Value {
    if depth > MAX_DEPTH || *left == 0 {
        return Value::Fraction;
    }
    *left -= 1;
    if let Ok(text) = object.cast::<PyString>() {
        // A lone surrogate has no UTF-8 form, and no document holds one.
        return text.to_str().map_or(Value::Fraction, Value::from);
    }
    if let Ok(flag) = object.cast::<PyBool>() {
        return Value::Bool(flag.is_true());
    }
    if let Ok(number) = object.cast::<PyInt>() {
        return match number.extract::<i64>() {
            Ok(i) => Value::Int(i),
            // The digits of a huge number say nothing to any game; Python refuses to print the hugest.
            Err(_) => Value::Big(digits(number).unwrap_or_else(|_| "9".repeat(40))),
        };
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        let mut fields = std::collections::BTreeMap::new();
        for (key, value) in dict {
            let Ok(key) = key.cast::<PyString>() else { return Value::Fraction };
            let Ok(key) = key.to_str() else { return Value::Fraction };
            fields.insert(key.to_owned(), nested(&value, depth + 1, left));
        }
        return Value::Object(fields);
    }
    if let Ok(list) = object.cast::<PyList>() {
        return Value::List(list.iter().map(|v| nested(&v, depth + 1, left)).collect());
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return Value::List(tuple.iter().map(|v| nested(&v, depth + 1, left)).collect());
    }
    if object.is_none() { Value::Null } else { Value::Fraction }
}

/// The digits of a number as `int` writes them; a class derived from it may write anything, and change what is being read.
fn digits(number: &Bound<'_, PyInt>) -> PyResult<String> {
    number.py().get_type::<PyInt>().call_method1("__repr__", (number,))?.extract()
}

/// A seat's number, if it is a whole number: `True` is none.
pub fn seat_number(seat: &Bound<'_, PyAny>) -> Option<u64> {
    if seat.is_instance_of::<PyBool>() { None } else { seat.extract().ok() }
}

/// The Python value of a JSON value.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null | Value::Fraction => py.None().into_bound(py),
        Value::Bool(b) => PyBool::new(py, *b).to_owned().into_any(),
        Value::Int(i) => i.into_pyobject(py)?.into_any(),
        Value::Big(digits) => py.get_type::<PyInt>().call1((digits.as_str(),))?,
        Value::Str(s) => PyString::new(py, s).into_any(),
        Value::List(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, item) in fields {
                dict.set_item(key, to_python(py, item)?)?;
            }
            dict.into_any()
        }
    })
}

/// The Python value of canonical JSON that the core wrote.
pub fn json_to_python<'py>(py: Python<'py>, json: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let value = Value::parse(json).map_err(|e| PyValueError::new_err(e.to_string()))?;
    to_python(py, &value)
}
