//! Python finds its own symbols when it loads the module, which the linker of macOS must be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
