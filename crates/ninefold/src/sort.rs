//! Stable sorting with one copy of the code for all types.
//!
//! The sorts of the standard library are compiled anew for every type and key, which takes
//! 3 KB of the page's library each time. A short list of steps or records is sorted here
//! instead: the order is worked out on its indices, by a function that is compiled once.

use std::cmp::Ordering;

/// Sorts as `slice::sort_by_key` does.
pub(crate) fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let mut places = places(items.len(), &|a, b| key(&items[a]).cmp(&key(&items[b])));
    // Each swap brings at least one item to its place.
    for k in 0..items.len() {
        while places[k] != k {
            let place = places[k];
            items.swap(k, place);
            places.swap(k, place);
        }
    }
}

/// For each of `n` items the place that it has in order.
fn places(n: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| compare(a, b));
    let mut places = vec![0; n];
    for (place, item) in order.into_iter().enumerate() {
        places[item] = place;
    }
    places
}

#[cfg(test)]
mod tests {
    #[test]
    fn items_are_sorted_as_by_the_standard_library() {
        for n in [0, 1, 2, 5, 100] {
            let mut items: Vec<(usize, usize)> = (0..n).map(|k| (k * 37 % 10, k)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| key);
            super::by_key(&mut items, |&(key, _)| key);
            assert_eq!(items, expected);
        }
    }
}
