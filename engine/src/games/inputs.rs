//! What a network sees of the rules, as numbers with names.

/// A number that the rules `R` of a game say: its name, and how they say it.
pub(super) type Number<R> = (&'static str, fn(&R) -> f32);

/// The names of numbers alone.
pub(super) const fn names<R, const N: usize>(numbers: &[Number<R>; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut number = 0;
    while number < N {
        names[number] = numbers[number].0;
        number += 1;
    }
    names
}

/// Several lists as one, which has room for just as many.
pub(super) const fn chained<const N: usize>(lists: &[&[&'static str]]) -> [&'static str; N] {
    let mut all = [""; N];
    let (mut list, mut next) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            all[next] = lists[list][place];
            place += 1;
            next += 1;
        }
        list += 1;
    }
    assert!(next == N);
    all
}

/// 1 for what is so.
pub(super) fn flag(set: bool) -> f32 {
    f32::from(u8::from(set))
}

/// A part of a whole, 1 at most.
pub(super) fn share(part: u32, whole: u32) -> f32 {
    (part as f32 / whole as f32).min(1.0)
}
