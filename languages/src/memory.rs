//! Memory for arrays: whether there is enough of it. Evaluators ask before they allocate, so that a program that wants
//! too much fails as it does on a backend.

use crate::codes;
use crate::run::failure;
use framework::Result;

/// Allocations of at least so many bytes are compared with the machine's free memory, because systems that overcommit
/// grant them and kill the process when it uses them.
const CHECKED_BYTES: usize = 16 << 20;

/// Bytes of memory that the machine can still give, where the system tells.
pub fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// A number of elements as a size. Fails if it is negative.
pub fn size(count: i64) -> Result<usize> {
    let negative = || failure(&codes::OUT_OF_MEMORY, &format!("Cannot allocate an array of {count} elements."), []);
    usize::try_from(count).map_err(|_| negative())
}

/// The number of elements of an array of this shape. Fails if there is no memory for them, of `bytes` bytes each.
pub fn check(bytes: usize, shape: &[usize]) -> Result<usize> {
    let wanted = shape.iter().fold(bytes as u128, |wanted, size| wanted.saturating_mul(*size as u128));
    let granted = |wanted: &usize| {
        (*wanted < CHECKED_BYTES || available().is_none_or(|available| *wanted <= available))
            && Vec::<u8>::new().try_reserve_exact(*wanted).is_ok()
    };
    match usize::try_from(wanted).ok().filter(granted) {
        Some(_) => Ok(shape.iter().fold(1, |count: usize, size| count.saturating_mul(*size))),
        None => Err(failure(&codes::OUT_OF_MEMORY, &format!("Out of memory: cannot allocate {wanted} bytes."), [])),
    }
}
