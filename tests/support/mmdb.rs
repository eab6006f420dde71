//! Writes small MMDB files, as used to look up countries: IPv4 networks with one record each.
//!
//! The format is MaxMind DB 2.0 with 24-bit records, so that each node of the search tree has six bytes.

use std::net::Ipv4Addr;

/// The separator between the tree and the data.
const SEPARATOR: usize = 16;
const MARKER: &[u8] = b"\xab\xcd\xefMaxMind.com";

#[derive(Debug, Clone)]
pub enum Value {
    Text(String),
    /// A map with text keys.
    Map(Vec<(&'static str, Value)>),
    Short(u16),
    Long(u32),
    Huge(u64),
    List(Vec<Value>),
}

impl Value {
    /// A record as in the usual country files: `{"country": {"iso_code": code}}`.
    pub fn country(code: &str) -> Self {
        Self::Map(vec![("country", Self::Map(vec![("iso_code", Self::Text(code.to_owned()))]))])
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Text(text) => {
                control(out, 2, text.len());
                out.extend(text.as_bytes());
            }
            Self::Map(fields) => {
                control(out, 7, fields.len());
                for (name, value) in fields {
                    Self::Text((*name).to_owned()).write(out);
                    value.write(out);
                }
            }
            Self::Short(number) => {
                control(out, 5, 2);
                out.extend(number.to_be_bytes());
            }
            Self::Long(number) => {
                control(out, 6, 4);
                out.extend(number.to_be_bytes());
            }
            // Extended types: their number less seven follows the control byte.
            Self::Huge(number) => {
                out.extend([size_bits(8), 9 - 7]);
                out.extend(number.to_be_bytes());
            }
            Self::List(values) => {
                out.extend([size_bits(values.len()), 11 - 7]);
                for value in values {
                    value.write(out);
                }
            }
        }
    }
}

fn size_bits(size: usize) -> u8 {
    assert!(size < 29, "short values only");
    u8::try_from(size).unwrap()
}

fn control(out: &mut Vec<u8>, kind: u8, size: usize) {
    out.push((kind << 5) | size_bits(size));
}

#[derive(Clone, Copy)]
enum Branch {
    Nothing,
    Node(usize),
    Data(usize),
}

/// The bytes of a file with these networks: first address, prefix length (1 to 32), record.
pub fn file(networks: &[(Ipv4Addr, u8, Value)]) -> Vec<u8> {
    let mut nodes = vec![[Branch::Nothing; 2]];
    let mut data = Vec::new();
    for (address, length, value) in networks {
        let offset = data.len();
        value.write(&mut data);
        let mut node = 0;
        for depth in 0..*length {
            let side = usize::from(u32::from(*address) >> (31 - depth) & 1 == 1);
            if depth + 1 == *length {
                nodes[node][side] = Branch::Data(offset);
            } else if let Branch::Node(next) = nodes[node][side] {
                node = next;
            } else {
                nodes.push([Branch::Nothing; 2]);
                let next = nodes.len() - 1;
                nodes[node][side] = Branch::Node(next);
                node = next;
            }
        }
    }
    let count = nodes.len();
    let mut out = Vec::new();
    for branch in nodes.iter().flatten() {
        let record = match branch {
            Branch::Nothing => count,
            Branch::Node(node) => *node,
            Branch::Data(offset) => count + SEPARATOR + offset,
        };
        out.extend(&u32::try_from(record).unwrap().to_be_bytes()[1..]);
    }
    out.extend([0; SEPARATOR]);
    out.extend(data);
    out.extend(MARKER);
    let metadata = Value::Map(vec![
        ("binary_format_major_version", Value::Short(2)),
        ("binary_format_minor_version", Value::Short(0)),
        ("build_epoch", Value::Huge(1_772_442_000)),
        ("database_type", Value::Text("Sixfold-Country".to_owned())),
        ("description", Value::Map(vec![("en", Value::Text("for tests".to_owned()))])),
        ("ip_version", Value::Short(4)),
        ("languages", Value::List(vec![Value::Text("en".to_owned())])),
        ("node_count", Value::Long(u32::try_from(count).unwrap())),
        ("record_size", Value::Short(24)),
    ]);
    metadata.write(&mut out);
    out
}
