/** Kinds of files that are read. */
export type FileKind = "csv" | "ndjson" | "json" | "parquet" | "xlsx";

/** Kinds by ending. If two files share a name, the one whose ending is listed first keeps the plain id. */
const endings: ReadonlyMap<string, FileKind> = new Map([
  [".csv", "csv"],
  [".tsv", "csv"],
  [".csv.gz", "csv"],
  [".csv.zst", "csv"],
  [".tsv.gz", "csv"],
  [".tsv.zst", "csv"],
  [".ndjson", "ndjson"],
  [".jsonl", "ndjson"],
  [".ndjson.gz", "ndjson"],
  [".ndjson.zst", "ndjson"],
  [".jsonl.gz", "ndjson"],
  [".jsonl.zst", "ndjson"],
  [".json", "json"],
  [".json.gz", "json"],
  [".json.zst", "json"],
  [".geojson", "json"],
  [".geojson.gz", "json"],
  [".geojson.zst", "json"],
  [".parquet", "parquet"],
  [".xlsx", "xlsx"],
]);

/** Unsupported compressions by ending. Such a file is listed with an error, so that its owner notices. */
const unreadCompressions: ReadonlyMap<string, string> = new Map([
  [".bz2", "bzip2"],
  [".xz", "xz"],
]);

/**
 * Returns the name of a file's compression if it is unsupported.
 *
 * @param ending - Ending of the file with its dot
 */
export function unreadCompression(ending: string): string | undefined {
  return unreadCompressions.get(ending.slice(ending.lastIndexOf(".")));
}

/**
 * Returns whether a file or folder is no source, whatever its ending: a hidden one, or the file by which a spreadsheet
 * program locks an open workbook.
 *
 * @param base - Its name without folders
 */
export function isHidden(base: string): boolean {
  return base.startsWith(".") || base.startsWith("~$");
}

/** The parts of a file name. */
export interface FileName {
  /** Name without its ending. */
  readonly stem: string;
  /** Ending with its dot, in lower case. */
  readonly ending: string;
  readonly kind: FileKind;
}

/**
 * Splits a file name into its parts.
 *
 * @param name - Name of a file, with or without folders before it
 * @returns Its parts, or `undefined` when its ending is not supported
 */
export function readFileName(name: string): FileName | undefined {
  const lower = name.toLowerCase();
  for (const [ending, kind] of endings) {
    if (lower.endsWith(ending)) return { stem: name.slice(0, -ending.length), ending, kind };
  }
  const outer = lower.slice(lower.lastIndexOf("."));
  const inner = unreadCompressions.has(outer) ? readFileName(name.slice(0, -outer.length)) : undefined;
  return inner === undefined ? undefined : { ...inner, ending: inner.ending + outer };
}

/**
 * Ranks an ending among files of one name.
 *
 * @param ending - Ending with its dot
 * @returns Its rank; the file with the lowest rank keeps the plain id
 */
export function rankEnding(ending: string): number {
  return [...endings.keys()].indexOf(ending);
}
