//! Sets of points as bits. A point's number is `rank * width + file` of the board's rectangle.

crate::games::points::points!(u64);
