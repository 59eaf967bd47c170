//! Which kernel computed the networks of a folder: results are continued by the same one alone.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// What was begun by one kernel would be continued by another.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "`{}` was begun with --kernel {before}, and {now} may differ from it in the last bits; continue with \
     --kernel {before}, on a machine that has it, or choose another folder",
    .folder.display()
)]
pub struct OtherKernel {
    folder: PathBuf,
    before: String,
    now: String,
}

/// Checks that `json`, an object or a list of objects that was written into `folder`, names no other kernel
/// than `now`. Versions up to 0.2 named none, and any kernel
/// continues what they began.
///
/// # Errors
/// When it does.
pub fn check_kernel(json: &str, now: Option<&str>, folder: &Path) -> Result<(), OtherKernel> {
    let before = serde_json::from_str(json).ok().and_then(|json: Value| kernel_of(&json));
    match (before, now) {
        (Some(before), Some(now)) if before != now => {
            let (folder, now) = (folder.to_owned(), now.to_owned());
            Err(OtherKernel { folder, before, now })
        }
        _ => Ok(()),
    }
}

/// The first kernel that is named.
fn kernel_of(json: &Value) -> Option<String> {
    match json {
        Value::Array(all) => all.iter().find_map(kernel_of),
        one => one.get("kernel")?.as_str().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_kernel_is_refused_by_both_names() {
        let check = |json: &str, now| check_kernel(json, now, Path::new("games"));
        for json in ["{}", "[]", "{\"kernel\":null}", "{\"kernel\":\"avx2\"}", "no JSON"] {
            assert!(check(json, Some("avx2")).is_ok(), "{json}");
            assert!(check(json, None).is_ok(), "{json}");
        }
        let error = check("[{}, {\"kernel\":\"amx\"}]", Some("avx2")).unwrap_err().to_string();
        assert!(error.contains("begun with --kernel amx, and avx2 may differ"), "{error}");
    }
}
