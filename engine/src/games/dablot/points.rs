//! Sets of points as bits. Points are numbered rank by rank from the lowest, from the left.

crate::games::points::points!(u128);
