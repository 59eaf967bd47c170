//! Input planes in little memory, without loss: a window of a hundred thousand positions fits
//! into a few hundred megabytes.

/// Planes of one position, packed one by one as whatever is shortest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedPlanes {
    /// Per plane a tag and its content: one value, one bit per square, or one value per square.
    bytes: Box<[u8]>,
}

/// Every square has the same value, which follows.
const UNIFORM: u8 = 0;
/// Every square is 0 or 1; the bits follow, lowest square first.
const BITS: u8 = 1;
/// All values follow.
const VALUES: u8 = 2;

impl PackedPlanes {
    /// Packs planes of `squares` values each.
    pub fn pack(planes: &[f32], squares: usize) -> Self {
        let mut bytes = Vec::new();
        for plane in planes.chunks_exact(squares) {
            pack_plane(plane, &mut bytes);
        }
        Self { bytes: bytes.into() }
    }

    /// Writes the planes to `out`, the value of square `s` at place `permutation[s]` of its plane.
    pub fn unpack(&self, permutation: &[u16], out: &mut [f32]) {
        let mut rest = &*self.bytes;
        for plane in out.chunks_exact_mut(permutation.len()) {
            rest = unpack_plane(rest, permutation, plane);
        }
    }
}

fn pack_plane(plane: &[f32], bytes: &mut Vec<u8>) {
    if plane.iter().all(|value| value.to_bits() == plane[0].to_bits()) {
        bytes.push(UNIFORM);
        bytes.extend(plane[0].to_le_bytes());
    } else if plane.iter().all(|value| value.to_bits() == 0 || *value == 1.0) {
        bytes.push(BITS);
        bytes.extend(plane.chunks(8).map(|eight| {
            eight.iter().rev().fold(0u8, |bits, value| bits << 1 | u8::from(*value == 1.0))
        }));
    } else {
        bytes.push(VALUES);
        bytes.extend(plane.iter().flat_map(|value| value.to_le_bytes()));
    }
}

/// Unpacks one plane and gives back what follows it.
fn unpack_plane<'a>(bytes: &'a [u8], permutation: &[u16], plane: &mut [f32]) -> &'a [u8] {
    let (tag, content) = (bytes[0], &bytes[1..]);
    let value_at = |index: usize| {
        let at = 4 * index;
        f32::from_le_bytes([content[at], content[at + 1], content[at + 2], content[at + 3]])
    };
    if tag == UNIFORM {
        plane.fill(value_at(0));
        return &content[4..];
    }
    for (square, target) in permutation.iter().enumerate() {
        plane[usize::from(*target)] = match tag {
            BITS => f32::from(content[square / 8] >> (square % 8) & 1),
            _ => value_at(square),
        };
    }
    let length = if tag == BITS { permutation.len().div_ceil(8) } else { 4 * permutation.len() };
    &content[length..]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARES: usize = 11;

    fn planes() -> Vec<f32> {
        let bits = (0..SQUARES).map(|s| if s % 3 == 0 { 1.0 } else { 0.0 });
        let values = (0..SQUARES).map(|s| s as f32 / 7.0);
        let minus_zero = (0..SQUARES).map(|s| if s == 2 { -0.0 } else { 1.0 });
        bits.chain([0.3; SQUARES]).chain(values).chain(minus_zero).collect()
    }

    #[test]
    fn planes_come_back_bit_for_bit() {
        let identity: Vec<u16> = (0..11).collect();
        let mut out = vec![f32::NAN; 4 * SQUARES];
        let packed = PackedPlanes::pack(&planes(), SQUARES);
        packed.unpack(&identity, &mut out);
        let bits = |values: &[f32]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&out), bits(&planes()));
        assert_eq!(packed.bytes.len(), (1 + 2) + (1 + 4) + 2 * (1 + 44));
    }

    #[test]
    fn squares_move_as_the_permutation_says() {
        let reversed: Vec<u16> = (0..11).rev().collect();
        let mut out = vec![f32::NAN; 4 * SQUARES];
        PackedPlanes::pack(&planes(), SQUARES).unpack(&reversed, &mut out);
        for (plane, original) in out.chunks(SQUARES).zip(planes().chunks(SQUARES)) {
            assert!(plane.iter().rev().eq(original));
        }
    }
}
