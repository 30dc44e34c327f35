//! Versions of packages: `1.2.3`, or a commit as `0.0.0-20180801102532+af6d2f5`.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A version. The order is that of semantic versioning: a version with a time comes before the same without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The three numbers.
    pub numbers: [u64; 3],
    /// A time, by its digits.
    time: Option<String>,
    /// A commit.
    commit: Option<String>,
}

impl Version {
    /// A commit as a version. `time` has the digits of its time.
    pub fn of_commit(time: &str, commit: &str) -> Version {
        Version { numbers: [0; 3], time: Some(time.into()), commit: Some(commit.into()) }
    }

    /// The commit, if this version is one.
    pub fn commit(&self) -> Option<&str> {
        self.commit.as_deref().filter(|_| self.numbers == [0; 3] && self.time.is_some())
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let time = |version: &Version| (version.time.is_none(), version.time.clone());
        // Versions that semantic versioning calls equal need an order, too.
        let all = |version: &Version| (version.numbers, time(version), version.commit.clone());
        all(self).cmp(&all(other))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")?;
        self.time.as_ref().map_or(Ok(()), |time| write!(f, "-{time}"))?;
        self.commit.as_ref().map_or(Ok(()), |commit| write!(f, "+{commit}"))
    }
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Version, String> {
        let read = || {
            let (rest, commit) = text.split_once('+').map_or((text, None), |(rest, commit)| (rest, Some(commit)));
            let (numbers, time) = rest.split_once('-').map_or((rest, None), |(rest, time)| (rest, Some(time)));
            let number = |text: &str| {
                let is_number =
                    text.chars().all(|char| char.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
                if is_number { text.parse().ok() } else { None }
            };
            let numbers: Vec<u64> = numbers.split('.').map(number).collect::<Option<_>>()?;
            let is = |text: Option<&str>, belongs: fn(&char) -> bool| {
                text.is_none_or(|text| !text.is_empty() && text.chars().all(|char| belongs(&char)))
            };
            let is_right = is(time, char::is_ascii_digit) && is(commit, char::is_ascii_alphanumeric);
            let numbers = numbers.try_into().ok().filter(|_| is_right)?;
            Some(Version { numbers, time: time.map(str::to_string), commit: commit.map(str::to_string) })
        };
        read().ok_or_else(|| format!("`{text}` is no version: these are like `1.0.0`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered() {
        let ordered = ["0.0.0-20180801102532+af6d", "0.0.0-20190801102532+0af6", "0.0.0", "0.2.0", "0.10.0", "1.0.0-2"];
        let versions: Vec<Version> = ordered.iter().map(|text| text.parse().unwrap()).collect();
        assert!(versions.is_sorted());
        assert_eq!(versions.iter().map(Version::to_string).collect::<Vec<_>>(), ordered);
        assert_eq!((versions[0].commit(), versions[3].commit()), (Some("af6d"), None));
        for wrong in
            ["1.0", "1.0.0.0", "01.0.0", "1.0.x", "1.0.0-", "1.0.0-a", "1.0.0+a/b", "", "99999999999999999999.0.0"]
        {
            assert!(wrong.parse::<Version>().is_err(), "{wrong}");
        }
    }
}
