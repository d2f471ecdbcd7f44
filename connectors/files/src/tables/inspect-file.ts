import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { makeTemporaryFolder } from "@wellhead/engine-process";
import { convertFile } from "../convert/convert-file.js";
import { readBeginning } from "../convert/csv-records.js";
import { FileFault } from "../convert/file-fault.js";
import { detectFormat } from "../csv/detect-format.js";
import { formatText } from "../csv/format-text.js";
import type { FileSettings } from "../folder/file-settings.js";
import { FileLister } from "../folder/list-files.js";
import { fileError } from "./file-error.js";

/** How a CSV file is read. */
export interface InspectedFile {
  /** Sentences for people, the first of which says how it is read. */
  readonly sentences: readonly string[];
  /** Names of its columns; empty when it is refused. */
  readonly columns: readonly string[];
  /** Why its rows are refused. Default: they are not. */
  readonly fault?: string;
  /** Content of a file `.table.json` that states how it is read. */
  readonly settings: {
    readonly table: false;
    readonly settings: Readonly<Record<string, FileSettings>>;
  };
}

/**
 * Finds how a CSV or TSV file is read, with what the file `.table.json` beside it states.
 *
 * @param path - The file
 * @param encoding - Encoding of a file that is neither UTF-8 nor UTF-16. Default: `windows-1252`
 * @returns How it is read; `undefined` for a file of another kind
 * @throws Error of the file system when the file cannot be read; ConnectorError when it is not text
 */
export async function inspectFile(
  path: string,
  encoding = "windows-1252",
): Promise<InspectedFile | undefined> {
  const { files } = await new FileLister(path, { maxFiles: 1, maxDepth: 0 }).list();
  const [file] = files;
  if (file?.kind !== "csv" || basename(path) !== file.name) return undefined;
  const folder = await makeTemporaryFolder("inspect");
  try {
    const { settings = {} } = file;
    const copy = join(folder, `text${file.ending.replace(/\.(?:gz|zst)$/, "")}`);
    const wanted = new TextDecoder(settings.encoding ?? encoding).encoding;
    const isStated = settings.encoding !== undefined;
    const text = await convertFile({
      kind: "text",
      path: file.path,
      copy,
      isWhole: true,
      encoding: wanted,
      isStated,
    });
    const utf8 = text.isCopied ? copy : file.path;
    const isTsv = /\.tsv(?:\.|$)/.test(file.ending);
    const found = detectFormat({ ...(await readBeginning(utf8)), isTsv, settings });
    const stated: FileSettings = {
      ...found.format,
      header: found.hasHeader,
      skip: found.skippedLines,
      encoding: text.encoding,
      ...settings,
    };
    const block = { table: false, settings: { [file.name]: stated } } as const;
    const task = {
      kind: "csv",
      path: utf8,
      copy: join(folder, "rows.csv"),
      isTsv,
      settings,
      mustCopy: false,
    } as const;
    try {
      const content = await convertFile({ ...task, sampleBytes: undefined });
      const rows = `${content.rows} ${content.rows === 1 ? "row" : "rows"}`;
      const sentences = [`${formatText(content)}, ${text.encoding}`, rows, ...content.notices];
      return { sentences, columns: content.columns, settings: block };
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      return { sentences: [], columns: [], fault: fileError(error, file).message, settings: block };
    }
  } catch (error) {
    throw fileError(error, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
