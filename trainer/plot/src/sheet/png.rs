//! A sheet as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{PRINTED, Sheet, WIDTH};

/// Pixels of a unit of the sheet: enough for print at more than twice the size of a column.
const SCALE: f64 = 4.0;
/// Millimetres in a metre.
const METRE: f64 = 1000.0;

/// A sheet that cannot be drawn as PNG: what the program that draws says.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct DrawError(String);

impl Sheet {
    /// The sheet as PNG, without transparency and with its size in print: 1504 pixels for 80 millimetres. The same
    /// sheet has the same bytes.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        drawn(self).map_err(DrawError)
    }
}

fn drawn(sheet: &Sheet) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(&sheet.outlined(), &Options::default());
    let tree = tree.map_err(|error| error.to_string())?;
    let [width, height] = [WIDTH, sheet.height].map(|side| (SCALE * side).round() as u32);
    let mut drawn = Pixmap::new(width, height).ok_or("it has no size")?;
    let scale = width as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut drawn.as_mut());
    // Nothing is transparent, as the sheet is white.
    let colours: Vec<u8> =
        drawn.pixels().iter().flat_map(|dot| [dot.red(), dot.green(), dot.blue()]).collect();
    encoded(&colours, width, height).map_err(|error| error.to_string())
}

fn encoded(colours: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (f64::from(width) * METRE / PRINTED).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(colours)?;
    writer.finish()?;
    Ok(bytes)
}
