//! Notes the commit that a release is built from. Builds for development have none, so that they need not be built
//! again after every commit.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=IMPERIAL_COMMIT");
    let given = env::var("IMPERIAL_COMMIT").ok();
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if let Some(commit) = given.or_else(|| is_release.then(commit).flatten()) {
        println!("cargo::rustc-env=IMPERIAL_COMMIT={commit}");
    }
}

/// The commit, with `-dirty` where files were changed since; `None` outside of a checkout.
fn commit() -> Option<String> {
    println!("cargo::rerun-if-changed=../.git/HEAD");
    println!("cargo::rerun-if-changed=../.git/index");
    // `git status` would write the index anew, and the next build would begin again.
    let git = |arguments: &[&str]| {
        let output =
            Command::new("git").arg("--no-optional-locks").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "HEAD"])?;
    let is_dirty = git(&["status", "--porcelain", "--untracked-files=no"])
        .is_some_and(|text| !text.is_empty());
    Some(if is_dirty { commit + "-dirty" } else { commit })
}
