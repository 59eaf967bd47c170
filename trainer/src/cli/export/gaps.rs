//! What an export lacks, in words.

use imperial_data::export::Gaps;
use imperial_play::tell;

/// Says what the export lacks.
pub(super) fn tell_gaps(gaps: &Gaps) {
    for torn in &gaps.torn {
        tell!("left out: the unfinished last line of {}", torn.display());
    }
    for lost in &gaps.incomplete {
        tell!("incomplete: {lost}");
    }
}
