//! The modules of a crate and what they use of each other, tests left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMacro, ItemMod, ItemUse, UseTree, Visibility};

/// A path from the root of the crate; of the root itself empty.
type Name = Vec<String>;

/// Names that lead through more than so many other names are given up.
const MOST_STEPS: usize = 16;

#[derive(Default)]
struct Module {
    /// What it defines.
    defined: BTreeSet<String>,
    /// Names that stand for others: `use`.
    aliases: BTreeMap<String, Name>,
    /// Paths that it names, from the root of the crate where they begin with a keyword.
    named: BTreeSet<Name>,
}

/// All modules of a crate.
pub struct Modules(BTreeMap<Name, Module>);

impl Modules {
    /// Reads the crate whose sources are in `folder`.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let mut modules = Self(BTreeMap::new());
        for root in ["lib.rs", "main.rs"].map(|file| folder.join(file)) {
            if root.is_file() {
                modules.read_file(&root, folder, &Vec::new())?;
                break;
            }
        }
        Ok(modules)
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Reads a module from `file`; the modules in it lie in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, name: &Name) -> anyhow::Result<()> {
        let text = fs::read_to_string(file)
            .with_context(|| format!("cannot read `{}`", file.display()))?;
        let parsed: File = syn::parse_file(&text).with_context(|| file.display().to_string())?;
        let mut reader = Reader { module: Module::default(), children: Vec::new() };
        reader.visit_file(&parsed);
        self.0.insert(name.clone(), reader.module);
        for child in reader.children {
            let inside = folder.join(&child);
            let file = Some(inside.with_extension("rs")).filter(|file| file.is_file());
            let file: PathBuf = file.unwrap_or_else(|| inside.join("mod.rs"));
            let name = name.iter().cloned().chain([child]).collect();
            self.read_file(&file, &inside, &name)?;
        }
        Ok(())
    }

    /// Which module uses which, as paths; re-exports are doors, not uses.
    pub fn edges(&self) -> BTreeSet<(String, String)> {
        let mut edges = BTreeSet::new();
        for (from, module) in &self.0 {
            for path in &module.named {
                if let Some(to) = self.home(from, path, MOST_STEPS)
                    && to != *from
                {
                    edges.insert((show(from), show(&to)));
                }
            }
        }
        edges
    }

    /// The module that defines what `path` names inside `module`.
    fn home(&self, module: &Name, path: &[String], steps: usize) -> Option<Name> {
        let steps = steps.checked_sub(1)?;
        let (mut place, mut rest) = match path.split_first()? {
            (first, rest) if first == "crate" => (Vec::new(), rest),
            (first, rest) if first == "self" => (module.clone(), rest),
            (first, rest) if first == "super" => (module.split_last()?.1.to_vec(), rest),
            _ => (module.clone(), path),
        };
        while rest.first().is_some_and(|next| next == "super") {
            place.pop()?;
            rest = &rest[1..];
        }
        loop {
            let Some((next, after)) = rest.split_first() else { return Some(place) };
            let here = self.0.get(&place)?;
            let child: Name = place.iter().cloned().chain([next.clone()]).collect();
            if self.0.contains_key(&child) {
                (place, rest) = (child, after);
            } else if here.defined.contains(next) {
                return Some(place);
            } else {
                let alias = here.aliases.get(next)?;
                let path: Name = alias.iter().chain(after).cloned().collect();
                return self.home(&place, &path, steps);
            }
        }
    }
}

fn show(name: &Name) -> String {
    if name.is_empty() { "(root)".to_owned() } else { name.join("::") }
}

/// Collects what one file says.
struct Reader {
    module: Module,
    children: Vec<String>,
}

impl Reader {
    fn add_uses(&mut self, tree: &UseTree, before: &[String], opens: bool) {
        let with = |name: String| before.iter().cloned().chain([name]).collect::<Name>();
        let (alias, path) = match tree {
            UseTree::Path(path) => {
                return self.add_uses(&path.tree, &with(path.ident.to_string()), opens);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.add_uses(tree, before, opens));
            }
            UseTree::Glob(_) => (None, before.to_vec()),
            UseTree::Name(name) if name.ident == "self" => {
                (before.last().cloned(), before.to_vec())
            }
            UseTree::Name(name) => (Some(name.ident.to_string()), with(name.ident.to_string())),
            UseTree::Rename(rename) => {
                (Some(rename.rename.to_string()), with(rename.ident.to_string()))
            }
        };
        if !opens {
            self.module.named.insert(path.clone());
        }
        self.module.aliases.extend(alias.map(|alias| (alias, path)));
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        if attributes(item).iter().any(is_for_tests) {
            return;
        }
        self.module.defined.extend(defined(item));
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        match &module.content {
            None => self.children.push(module.ident.to_string()),
            Some(_) => visit::visit_item_mod(self, module),
        }
    }

    /// The verbs of the command line are modules that a macro declares: `Name: module,` a line.
    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        if !item.mac.path.is_ident("verbs") {
            return;
        }
        let lines = item.mac.tokens.to_string();
        for line in lines.split(',').filter(|line| !line.contains("cfg")) {
            let words = line.split_once(':').map(|(_, rest)| rest.split_whitespace());
            let Some(module) = words.and_then(|mut words| words.next()) else { continue };
            self.children.push(module.to_owned());
            self.module.named.insert(vec![module.to_owned(), "Args".to_owned()]);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let opens = !matches!(item.vis, Visibility::Inherited);
        self.add_uses(&item.tree, &[], opens);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Name = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.module.named.insert(names);
        }
        visit::visit_path(self, path);
    }
}

/// Whether something is only there in tests.
fn is_for_tests(attribute: &Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    list.path.is_ident("cfg") && list.tokens.to_string().contains("test")
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The name that an item defines.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
