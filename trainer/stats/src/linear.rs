//! Symmetric positive definite matrices, as small as a pool of agents.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub fn new(size: usize) -> Self {
        Self { size, values: vec![0.0; size * size] }
    }

    /// The value at a place.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// Adds to the value at a place.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] += value;
    }

    /// The lower triangle L with L·Lᵀ = this (Cholesky); `None` unless this is positive definite.
    pub fn cholesky(&self) -> Option<Self> {
        let mut lower = Self::new(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) - known;
                let value = if row > column {
                    rest / lower.at(column, column)
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
                lower.add(row, column, value);
            }
        }
        Some(lower)
    }

    /// Solves L·Lᵀ·x = `right` for this lower triangle L.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| self.at(row, k) * x[k]).sum();
            x[row] = (x[row] - known) / self.at(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| self.at(k, row) * x[k]).sum();
            x[row] = (x[row] - known) / self.at(row, row);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[f64; 3]; 3]) -> Matrix {
        Matrix { size: 3, values: rows.concat() }
    }

    #[test]
    fn solutions_agree_with_numpy() {
        // numpy.linalg.solve([[4, 2, 0.6], [2, 5, 1], [0.6, 1, 3]], [1, 2, 3])
        let lower = matrix([[4.0, 2.0, 0.6], [2.0, 5.0, 1.0], [0.6, 1.0, 3.0]]).cholesky();
        let x = lower.expect("positive definite").solve(&[1.0, 2.0, 3.0]);
        let check = |row: [f64; 3]| row.iter().zip(&x).map(|(a, b)| a * b).sum::<f64>();
        for (row, right) in [([4.0, 2.0, 0.6], 1.0), ([2.0, 5.0, 1.0], 2.0), ([0.6, 1.0, 3.0], 3.0)]
        {
            assert!((check(row) - right).abs() < 1e-12);
        }
    }

    #[test]
    fn a_triangle_times_its_transpose_is_the_matrix() {
        let whole = matrix([[4.0, 2.0, 0.6], [2.0, 5.0, 1.0], [0.6, 1.0, 3.0]]);
        let lower = whole.cholesky().expect("positive definite");
        for row in 0..3 {
            let product =
                |column| (0..3).map(|k| lower.at(row, k) * lower.at(column, k)).sum::<f64>();
            assert!((0..3).all(|column| (product(column) - whole.at(row, column)).abs() < 1e-12));
        }
    }

    #[test]
    fn indefinite_matrices_are_told_apart() {
        assert_eq!(matrix([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).cholesky(), None);
        assert_eq!(matrix([[f64::NAN; 3]; 3]).cholesky(), None);
    }
}
