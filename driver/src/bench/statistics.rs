//! Means of run times, how sure they are, and whether two series of run times differ.

/// The mean.
pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The relative standard error of the mean.
pub fn relative_error(numbers: &[f64]) -> f64 {
    let (count, mean) = (numbers.len() as f64, mean(numbers));
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    if squares == 0.0 { 0.0 } else { (squares / (count - 1.0)).sqrt() / count.sqrt() / mean }
}

/// The correlation of each number with the next one. 1 if there is nothing to compare.
pub fn autocorrelation(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let products: f64 = numbers.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).sum();
    if squares == 0.0 { 1.0 } else { products / squares }
}

/// The probability that a number of the standard normal distribution is less than this.
fn normal(number: f64) -> f64 {
    libm::erfc(-number / std::f64::consts::SQRT_2) / 2.0
}

/// The number that a standard normal one is less than with a probability.
fn normal_quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-9.0, 9.0);
    // Each step halves the interval, down to the precision of a float.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if normal(middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The number of samples that are drawn for an interval.
const SAMPLES: usize = 10_000;

/// The interval in which the mean lies with a confidence of 95 %: the bootstrap that corrects bias and skewness ("BCa",
/// Efron, "Better bootstrap confidence intervals", 1987).
pub fn confidence_interval(numbers: &[f64]) -> (f64, f64) {
    let whole = mean(numbers);
    let Some(count) = u64::try_from(numbers.len()).ok().filter(|count| *count > 1) else { return (whole, whole) };
    // Any fixed seed gives every report of the same run times the same interval.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut place = || {
        // An xorshift generator, whose upper half is scaled to the number of places.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (((state >> 32) * count) >> 32) as usize
    };
    let mut means: Vec<f64> =
        (0..SAMPLES).map(|_| numbers.iter().map(|_| numbers[place()]).sum::<f64>() / numbers.len() as f64).collect();
    means.sort_by(f64::total_cmp);
    let below = means.partition_point(|mean| *mean < whole) as f64;
    // All samples may be on one side if the numbers are equal.
    let bias = normal_quantile((below / SAMPLES as f64).clamp(1e-6, 1.0 - 1e-6));
    let deviations = || numbers.iter().map(|number| number - whole);
    let squares: f64 = deviations().map(|deviation| deviation.powi(2)).sum();
    let skewness = if squares == 0.0 {
        0.0
    } else {
        deviations().map(|deviation| deviation.powi(3)).sum::<f64>() / (6.0 * squares.powf(1.5))
    };
    let at = |probability: f64| {
        let z = bias + normal_quantile(probability);
        let corrected = normal(bias + z / (1.0 - skewness * z));
        means[((corrected * SAMPLES as f64) as usize).min(SAMPLES - 1)]
    };
    (at(0.025), at(0.975))
}

/// The probability that two series of numbers of one distribution differ at least as much as these: the test of Mann
/// and Whitney, which compares ranks and so does not ask how the numbers are distributed.
pub fn probability_of_chance(one: &[f64], other: &[f64]) -> f64 {
    let mut all: Vec<(f64, bool)> =
        one.iter().map(|number| (*number, true)).chain(other.iter().map(|number| (*number, false))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut ranks, mut ties, mut start) = (0.0, 0.0, 0);
    while start < all.len() {
        let length = all[start..].iter().take_while(|(number, _)| *number == all[start].0).count();
        // Equal numbers share the mean of their ranks.
        let rank = start as f64 + (length as f64 + 1.0) / 2.0;
        ranks += rank * all[start..start + length].iter().filter(|(_, is_first)| *is_first).count() as f64;
        ties += (length as f64).powi(3) - length as f64;
        start += length;
    }
    let (n, m, all) = (one.len() as f64, other.len() as f64, all.len() as f64);
    let expected = n * (all + 1.0) / 2.0;
    let variance = n * m / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
    if variance > 0.0 { 2.0 * normal(-(ranks - expected).abs() / variance.sqrt()) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_contain_the_mean_and_shrink() {
        let numbers: Vec<f64> = (0..40).map(|k| 100.0 + f64::from(k * k % 17)).collect();
        let (low, high) = confidence_interval(&numbers);
        let whole = mean(&numbers);
        assert!(low < whole && whole < high && high - low < 4.0, "{low} {whole} {high}");
        // The interval of the normal distribution is about the same.
        let width = 2.0 * 1.96 * relative_error(&numbers) * whole;
        assert!((high - low) / width > 0.9 && (high - low) / width < 1.1, "{low} {high} {width}");
        assert_eq!(confidence_interval(&[3.0; 5]), (3.0, 3.0));
        assert_eq!(confidence_interval(&[3.0]), (3.0, 3.0));
    }

    #[test]
    fn quantiles_of_the_normal_distribution() {
        assert!((normal_quantile(0.975) - 1.959_964).abs() < 1e-5);
        assert!((normal(1.0) - 0.841_345).abs() < 1e-5);
    }

    #[test]
    fn differences_are_found_and_chance_is_not() {
        let (a, b) =
            ([10.0, 11.0, 12.0, 10.0, 11.0, 12.0, 11.0, 10.0], [13.0, 14.0, 13.0, 15.0, 13.0, 14.0, 14.0, 13.0]);
        assert!(probability_of_chance(&a, &b) < 0.001);
        assert!(probability_of_chance(&a, &a) > 0.9);
        assert_eq!(probability_of_chance(&[1.0], &[1.0]), 1.0);
    }

    #[test]
    fn neighbours_correlate() {
        assert!(autocorrelation(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]) > 0.4);
        assert!(autocorrelation(&[1.0, 2.0, 1.0, 2.0, 1.0, 2.0]) < -0.5);
    }
}
