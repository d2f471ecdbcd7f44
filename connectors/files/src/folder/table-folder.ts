import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { FileKind } from "./file-kind.js";
import type { FileSettings } from "./file-settings.js";
import type { FoundFile } from "./found-file.js";
import { lakeTableOf } from "./lake-log.js";
import { commonPartitions, partitionOf } from "./partitions.js";
import { readTableSettings, settingsFileName, type TableSettings } from "./table-settings.js";

/** A folder whose files are one table. It has the members of a file, so that it can be listed among files. */
export interface TableFolder extends FoundFile {
  readonly members: readonly FoundFile[];
  /** Number of characters of the members' names before the part inside of the folder. */
  readonly prefixLength: number;
  /** Names of the partition columns, such as `year`. */
  readonly partitions: readonly string[];
  readonly tableSettings: TableSettings;
}

/** The folders that are tables, and the files that are sources of their own. */
export interface TableFolders {
  readonly tables: readonly TableFolder[];
  readonly files: readonly FoundFile[];
}

/**
 * Returns whether something that was listed is a folder.
 *
 * @param file - The file or folder
 */
export function isTableFolder(file: FoundFile): file is TableFolder {
  return "members" in file;
}

/**
 * Finds the folders whose files are one table.
 *
 * A folder with a settings file is a table, and its files are not sources of their own. A folder whose files are all of
 * one kind and lie in partition folders, such as `year=2024/month=05`, is a table too, in addition to its files.
 *
 * @param root - Path of the served folder
 * @param listed - Its files
 * @param settingsFiles - Texts of the settings files by the path of their folder, which ends with `/` or is empty
 * @returns The tables, and the remaining files, both in the order of the listing
 */
export function findTableFolders(
  root: string,
  listed: readonly FoundFile[],
  settingsFiles: ReadonlyMap<string, string>,
): TableFolders {
  const owners = new Map<string, FoundFile[]>();
  const shaped = new Map<string, FoundFile[]>();
  const files: FoundFile[] = [];
  const settings = settingsOf(listed, settingsFiles);
  for (const plain of listed) {
    const file = withSettings(plain, settings);
    const owner = foldersOf(file.name).find((prefix) => settings.has(prefix));
    const found = owner === undefined ? undefined : settings.get(owner);
    if (owner !== undefined && found?.isTable === true) {
      if (file.kind !== "xlsx" && found.matches(file.name.slice(owner.length))) add(owners, owner, file);
      else files.push(file);
      continue;
    }
    files.push(file);
    const prefix = found === undefined ? partitionedFolder(file.name) : undefined;
    if (prefix !== undefined) add(shaped, prefix, file);
  }
  const own = [...owners].map(([prefix, members]) =>
    tableFolder(root, { prefix, members, settings: settings.get(prefix) ?? readTableSettings("{}") }),
  );
  const found = [...shaped].flatMap(([prefix, members]) => {
    const table = tableFolder(root, { prefix, members, settings: readTableSettings("{}") });
    // Without a settings file nobody said that these files are a table.
    return table.fault !== undefined || table.partitions.length === 0 ? [] : [table];
  });
  return { tables: [...own, ...found], files };
}

/** Returns the settings by the path of their folder. A folder with the log of a table has a fault without settings. */
function settingsOf(
  listed: readonly FoundFile[],
  settingsFiles: ReadonlyMap<string, string>,
): ReadonlyMap<string, TableSettings> {
  const settings = new Map([...settingsFiles].map(([prefix, text]) => [prefix, readTableSettings(text)]));
  for (const { name } of listed) {
    const lake = lakeTableOf(name);
    if (lake === undefined || settings.has(lake.prefix)) continue;
    settings.set(lake.prefix, { ...readTableSettings("{}"), fault: lake.fault });
  }
  return settings;
}

/** Adds to a file what the settings files of its folders state about it. The innermost one decides. */
function withSettings(file: FoundFile, settings: ReadonlyMap<string, TableSettings>): FoundFile {
  const found = foldersOf(file.name)
    .toReversed()
    .map((prefix) => settings.get(prefix)?.settingsOf(file.name.slice(prefix.length)) ?? {});
  // Each part was checked when its settings file was read.
  const united = Object.assign({}, ...found) as FileSettings;
  return Object.keys(united).length === 0 ? file : { ...file, settings: united };
}

function add(map: Map<string, FoundFile[]>, key: string, file: FoundFile): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [file]);
  else list.push(file);
}

/** Returns the folders that contain a file, the innermost first. */
function foldersOf(name: string): readonly string[] {
  const parts = name.split("/").slice(0, -1);
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}/`), ""];
}

/** Returns the folder outside of all partition folders of a file; `undefined` when there is none. */
function partitionedFolder(name: string): string | undefined {
  const parts = name.split("/").slice(0, -1);
  const first = parts.findIndex((part) => partitionOf(part) !== undefined);
  if (first < 0) return undefined;
  return first === 0 ? "" : `${parts.slice(0, first).join("/")}/`;
}

function tableFolder(
  root: string,
  { prefix, members, settings }: { prefix: string; members: readonly FoundFile[]; settings: TableSettings },
): TableFolder {
  const [first] = members;
  const kind: FileKind = first?.kind ?? "csv";
  const other = members.find((member) => member.kind !== kind);
  const partitions = commonPartitions(members.map(({ name }) => name.slice(prefix.length)));
  const digest = createHash("sha256").update(settings.text);
  for (const { name, version, settings: own } of members)
    digest.update(`${name}\n${version}\n${own === undefined ? "" : JSON.stringify(own)}\n`);
  const missing = [...settings.partitions.keys()].find((name) => !partitions.includes(name));
  const fault =
    settings.fault ??
    (missing === undefined
      ? undefined
      : `not all of its files are in folders "${missing}=…". Correct its file ${settingsFileName}`) ??
    (other === undefined
      ? undefined
      : `it has files of several kinds, "${first?.name}" and "${other.name}". Choose files of one kind with the member "files" of the settings file`);
  return {
    path: root,
    name: prefix === "" ? "." : prefix.slice(0, -1),
    stem: prefix === "" ? basename(root) : prefix.slice(0, -1),
    ending: "",
    kind,
    size: members.reduce((sum, { size }) => sum + size, 0),
    version: digest.digest("hex"),
    members,
    prefixLength: prefix.length,
    partitions,
    tableSettings: settings,
    ...(fault !== undefined && { fault }),
  };
}
