//! Checks the structure that `scripts/structure.toml` states: which crates use which, that no modules of a crate use
//! each other in a circle, that no file or crate is too long, and that ARCHITECTURE.md names every file.

mod circles;
mod lengths;
mod map;
mod modules;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use serde::Deserialize;

use modules::Modules;

#[derive(Deserialize)]
struct Plan {
    /// Of each crate's folder the folders of those that it may use.
    crates: BTreeMap<String, Vec<String>>,
    /// Of a dependency the only crate that may use it.
    only: BTreeMap<String, String>,
    /// The same for tests: what they may use besides.
    tests: BTreeMap<String, Vec<String>>,
    /// Of a crate's folder the lines of code that it may have.
    lines: BTreeMap<String, usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Manifest {
    package: Package,
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
    #[serde(default)]
    build_dependencies: BTreeMap<String, toml::Value>,
    #[serde(default)]
    dev_dependencies: BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
}

fn main() -> anyhow::Result<()> {
    let plan: Plan = toml::from_str(&read(Path::new("scripts/structure.toml"))?)?;
    let manifest = |folder: &String| -> anyhow::Result<(String, Manifest)> {
        let file = Path::new(folder).join("Cargo.toml");
        let manifest = toml::from_str(&read(&file)?).with_context(|| file.display().to_string())?;
        Ok((folder.clone(), manifest))
    };
    let manifests: BTreeMap<String, Manifest> =
        plan.crates.keys().map(manifest).collect::<anyhow::Result<_>>()?;
    let mut faults = Vec::new();
    for (folder, manifest) in &manifests {
        faults.extend(forbidden(folder, manifest, &manifests, &plan));
        let modules = Modules::read(&Path::new(folder).join("src"))?;
        let edges = modules.edges();
        println!("{}: {} modules, {} edges", manifest.package.name, modules.count(), edges.len());
        faults.extend(circles::circles(&edges).into_iter().map(|circle| {
            let inside =
                edges.iter().filter(|(from, to)| circle.contains(from) && circle.contains(to));
            let arrows: Vec<_> = inside.map(|(from, to)| format!("\n  {from} -> {to}")).collect();
            format!("{folder}: modules use each other in a circle:{}", arrows.concat())
        }));
    }
    let files = git_files()?;
    faults.extend(lengths::too_long(&files)?);
    faults.extend(lengths::too_large(&files, &plan.lines)?);
    faults.extend(map::missing(&files, plan.crates.keys())?);
    for fault in &faults {
        println!("{fault}");
    }
    match faults.len() {
        0 => Ok(()),
        faults => bail!("{faults} fault(s) in the structure"),
    }
}

/// The files of code that git knows or would add.
fn git_files() -> anyhow::Result<Vec<PathBuf>> {
    let arguments = ["ls-files", "--cached", "--others", "--exclude-standard"].map(str::to_owned);
    let ends = lengths::CODE.map(|end| format!("*.{end}"));
    let output =
        Command::new("git").args(arguments).args(ends).output().context("cannot run git")?;
    if !output.status.success() {
        bail!("git cannot list the files: {}", String::from_utf8_lossy(&output.stderr));
    }
    let names = String::from_utf8(output.stdout).context("git names files")?;
    Ok(names.lines().map(PathBuf::from).filter(|file| file.exists()).collect())
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))
}

/// Dependencies that the plan does not allow.
fn forbidden(
    folder: &str,
    manifest: &Manifest,
    all: &BTreeMap<String, Manifest>,
    plan: &Plan,
) -> Vec<String> {
    let in_tests = plan.tests.get(folder).map(Vec::as_slice).unwrap_or_default();
    let used = |name: &String| {
        manifest.dependencies.contains_key(name)
            || manifest.build_dependencies.contains_key(name)
            || (manifest.dev_dependencies.contains_key(name) && !in_tests.contains(name))
    };
    let others =
        all.iter().filter(|(other, _)| *other != folder && !plan.crates[folder].contains(other));
    let inside = others
        .filter(|(_, other)| used(&other.package.name))
        .map(|(other, _)| format!("{folder} may not use {other}"));
    let outside = plan
        .only
        .iter()
        .filter(|(name, owner)| *owner != folder && used(name))
        .map(|(name, owner)| format!("{folder} may not use {name}: only {owner} does"));
    inside.chain(outside).collect()
}
