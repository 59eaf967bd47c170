//! Metadata of a dataset for search engines and `mlcroissant` (Croissant 1.0, mlcommons.org/croissant).

use serde_json::{Value, json};

use crate::card::title;
use crate::column::{Column, Get};
use crate::games::GAMES;
use crate::positions::POSITIONS;
use crate::report::DatasetReport;
use crate::settings::{Settings, TableFormat};

/// `croissant.json`.
pub(crate) fn text(settings: &Settings, report: &DatasetReport) -> String {
    let mut files: Vec<Value> = report
        .files
        .iter()
        .map(|file| {
            json!({
                "@type": "cr:FileObject",
                "@id": file.name,
                "name": file.name,
                "contentUrl": file.name,
                "contentSize": format!("{} B", file.bytes),
                "encodingFormat": encoding(&file.name),
                "sha256": file.sha256,
            })
        })
        .collect();
    let mut records = Vec::new();
    // Croissant has no lists in CSV.
    let format = settings.tables.iter().find(|format| **format != TableFormat::Csv);
    if let Some(format) = format {
        let columns = [record_set("games", &GAMES), record_set("positions", &POSITIONS)];
        for (table, record) in ["games", "positions"].into_iter().zip(columns) {
            if report.files_of(table, *format).next().is_none() {
                continue;
            }
            let (set, includes) =
                (format!("{table}-files"), format!("{table}/*.{}", format.name()));
            files.push(json!({
                "@type": "cr:FileSet", "@id": set, "name": set, "includes": includes,
                "encodingFormat": encoding(&includes),
            }));
            records.push(record);
        }
    }
    let name: String =
        title(settings).chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let mut document = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": name,
        "description": format!(
            "{}: {} games and {} positions of board games, with what the searches of the players found.",
            title(settings), report.games(), report.positions()
        ),
        "version": "1.0.0",
        "citeAs": format!("{}. Made by imperial {}.", title(settings), env!("CARGO_PKG_VERSION")),
        "distribution": files,
        "recordSet": records,
    });
    if let Some(license) = &settings.license {
        // Others may be none of SPDX.
        document["license"] = match license.spdx() {
            Some(id) => json!(format!("https://spdx.org/licenses/{id}.html")),
            None => json!(license.as_str()),
        };
    }
    format!("{document:#}\n")
}

/// What `mlcroissant` calls the type of a file.
fn encoding(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("parquet") => "application/x-parquet",
        Some("jsonl") => "application/jsonlines",
        Some("csv") => "text/csv",
        _ => "application/octet-stream",
    }
}

fn record_set<R>(table: &str, columns: &[Column<R>]) -> Value {
    let set = format!("{table}-files");
    let field = |column: &Column<R>| {
        let (kind, is_list) = match column.get {
            Get::Text(_) | Get::Name(_) => ("sc:Text", false),
            Get::Flag(_) | Get::Known(_) => ("sc:Boolean", false),
            Get::Sign(_) | Get::Count(_) | Get::Large(_) => ("sc:Integer", false),
            Get::Value(_) => ("sc:Float", false),
            Get::Texts(_) => ("sc:Text", true),
            Get::Counts(_) => ("sc:Integer", true),
            Get::Values(_) => ("sc:Float", true),
        };
        let id = format!("{table}/{}", column.name);
        let mut field = json!({
            "@type": "cr:Field", "@id": id, "name": id, "dataType": kind,
            "source": {"fileSet": {"@id": set}, "extract": {"column": column.name}},
        });
        if is_list {
            field["repeated"] = json!(true);
        }
        field
    };
    json!({
        "@type": "cr:RecordSet", "@id": table, "name": table,
        "field": columns.iter().map(field).collect::<Vec<_>>(),
    })
}

/// The context of the specification, as it prints it.
fn context() -> Value {
    json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "citeAs": "cr:citeAs",
        "column": "cr:column",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "data": {"@id": "cr:data", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "dct": "http://purl.org/dc/terms/",
        "equivalentProperty": "cr:equivalentProperty",
        "examples": {"@id": "cr:examples", "@type": "@json"},
        "extract": "cr:extract",
        "field": "cr:field",
        "fileProperty": "cr:fileProperty",
        "fileObject": "cr:fileObject",
        "fileSet": "cr:fileSet",
        "format": "cr:format",
        "includes": "cr:includes",
        "isLiveDataset": "cr:isLiveDataset",
        "jsonPath": "cr:jsonPath",
        "key": "cr:key",
        "md5": "cr:md5",
        "parentField": "cr:parentField",
        "path": "cr:path",
        "recordSet": "cr:recordSet",
        "references": "cr:references",
        "regex": "cr:regex",
        "repeated": "cr:repeated",
        "replace": "cr:replace",
        "samplingRate": "cr:samplingRate",
        "sc": "https://schema.org/",
        "separator": "cr:separator",
        "source": "cr:source",
        "subField": "cr:subField",
        "transform": "cr:transform"
    })
}
