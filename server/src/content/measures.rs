//! Measurements in words, the same on cards as on the site (`web/src/academy/measure.ts`).

use sixfold_domain::attempt::Raw;
use sixfold_domain::protocol::Unit;

/// `64.5 cm`, `level 9.4`
pub fn measure(raw: Raw, unit: Unit) -> String {
    let (least, most) = decimals(unit);
    let size = raw.thousandths().unsigned_abs();
    let sign = if raw.thousandths() < 0 { "-" } else { "" };
    let mut number = format!("{sign}{}.{:03}", size / 1000, size % 1000);
    number.truncate(number.len() - (3 - most));
    for _ in least..most {
        if !number.ends_with('0') {
            break;
        }
        number.pop();
    }
    let number = number.trim_end_matches('.');
    match unit {
        Unit::Level => format!("level {number}"),
        Unit::Hits | Unit::NewtonsPerKilogram | Unit::Centimetres | Unit::Seconds => {
            format!("{number} {}", unit.as_str())
        }
    }
}

/// The decimals at least and at most; what the desk types is never cut.
const fn decimals(unit: Unit) -> (usize, usize) {
    match unit {
        Unit::Hits => (0, 0),
        Unit::Level => (1, 1),
        Unit::Centimetres | Unit::NewtonsPerKilogram => (1, 2),
        Unit::Seconds => (2, 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_is_written_as_on_every_screen() {
        for (thousandths, unit, expected) in [
            (48_000, Unit::Hits, "48 hits"),
            (7_820, Unit::Seconds, "7.82 s"),
            (2_705, Unit::Seconds, "2.705 s"),
            (240_000, Unit::Centimetres, "240.0 cm"),
            (64_250, Unit::Centimetres, "64.25 cm"),
            (9_400, Unit::Level, "level 9.4"),
            (21_500, Unit::NewtonsPerKilogram, "21.5 N/kg"),
            (0, Unit::Seconds, "0.00 s"),
        ] {
            assert_eq!(measure(Raw::from_thousandths(thousandths), unit), expected);
        }
    }

    #[test]
    fn the_decimals_are_those_of_the_site() {
        let site = include_str!("../../../web/src/academy/measure.ts");
        for unit in Unit::ALL {
            let (least, most) = decimals(unit);
            let name = unit.as_str();
            let line = format!("{name}: [{least}, {most}],");
            let quoted = format!("'{name}': [{least}, {most}],");
            assert!(site.contains(&line) || site.contains(&quoted), "{name}");
        }
    }
}
