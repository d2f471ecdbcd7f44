import { type FileSettings, faultOfSettings } from "./file-settings.js";
import type { PartitionType } from "./partitions.js";

/**
 * Name of the file that states how the files of a folder are read, and whether they are one table. It is hidden, so it is
 * not a source itself.
 */
export const settingsFileName = ".table.json";

/** What a settings file says about its folder. */
export interface TableSettings {
  /** Content of the file. */
  readonly text: string;
  /** Whether the files of the folder are one table. */
  readonly isTable: boolean;
  /** Returns whether a file belongs to the table, by its path inside the folder. */
  readonly matches: (name: string) => boolean;
  /** Types of partition columns by name. Others are found from the values. */
  readonly partitions: ReadonlyMap<string, PartitionType>;
  /** Name of the column with the path of the file; `undefined` when there is none. */
  readonly fileColumn: string | undefined;
  /** Returns what is stated about a file, by its path inside the folder. */
  readonly settingsOf: (name: string) => FileSettings;
  /** What is wrong with the file, as the end of a sentence. Default: nothing. */
  readonly fault?: string;
}

const types: ReadonlyMap<unknown, PartitionType> = new Map([
  ["number", "BIGINT"],
  ["date", "DATE"],
  ["text", "VARCHAR"],
]);

/**
 * Reads a settings file.
 *
 * @param text - Its content
 * @returns The settings; a file that cannot be understood makes a table with a fault
 */
export function readTableSettings(text: string): TableSettings {
  const defaults = {
    text,
    isTable: true,
    matches: () => true,
    partitions: new Map(),
    fileColumn: "file",
    settingsOf: () => ({}),
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { ...defaults, fault: `the file ${settingsFileName} is not JSON. Correct it` };
  }
  const fault = faultOf(content);
  if (fault !== undefined) return { ...defaults, fault: `in the file ${settingsFileName}, ${fault}` };
  // `faultOf` has checked every member.
  const { table, files, partitions, fileColumn, settings } = content as Members;
  const patterns = files === undefined ? undefined : [files].flat().map(globPattern);
  return {
    text,
    // A file that only states how files are read leaves them sources of their own.
    isTable: table ?? !(settings !== undefined && Object.keys(content as Members).length === 1),
    matches: (name) => patterns === undefined || patterns.some((pattern) => pattern.test(name)),
    partitions: new Map(
      Object.entries(partitions ?? {}).map(([name, type]) => [name, types.get(type) ?? "VARCHAR"]),
    ),
    fileColumn: fileColumn === false ? undefined : (fileColumn ?? "file"),
    settingsOf: settingsByPattern(settings ?? {}),
  };
}

/** Members of a settings file without a fault. */
interface Members {
  readonly table?: boolean;
  readonly files?: string | readonly string[];
  readonly partitions?: Readonly<Record<string, string>>;
  readonly fileColumn?: string | false;
  readonly settings?: Readonly<Record<string, FileSettings>>;
}

/** Returns a function that unites the settings of all patterns that match a name; of two for a member, the later wins. */
function settingsByPattern(settings: Readonly<Record<string, FileSettings>>): TableSettings["settingsOf"] {
  const patterns = Object.entries(settings).map(([glob, given]) => ({ pattern: globPattern(glob), given }));
  return (name) =>
    // `faultOfSettings` has checked every part.
    Object.assign(
      {},
      ...patterns.map(({ pattern, given }) => (pattern.test(name) ? given : {})),
    ) as FileSettings;
}

/** Returns what is wrong with a settings file, as the end of a sentence. */
function faultOf(content: unknown): string | undefined {
  if (!isObject(content)) return "expected an object. Write {} for the defaults";
  for (const [member, value] of Object.entries(content)) {
    if (member === "settings") {
      const fault = faultOfPatterns(value);
      if (fault !== undefined) return fault;
      continue;
    }
    const expected = faultOfMember(member, value);
    if (expected !== undefined)
      return `expected ${expected}, got ${JSON.stringify(value)} for "${member}". Correct it`;
  }
  return undefined;
}

function faultOfPatterns(value: unknown): string | undefined {
  if (!isObject(value))
    return `expected patterns of files with their settings for "settings", got ${JSON.stringify(value)}. Correct it`;
  for (const [pattern, settings] of Object.entries(value)) {
    const fault = faultOfSettings(settings);
    if (fault !== undefined) return `in the settings of "${pattern}", ${fault}. Correct it`;
  }
  return undefined;
}

function faultOfMember(member: string, value: unknown): string | undefined {
  if (member === "table") return typeof value === "boolean" ? undefined : "true or false";
  if (member === "fileColumn") return value === false || isName(value) ? undefined : "a name or false";
  if (member === "files") {
    const isList = Array.isArray(value) && value.length > 0 && value.every(isName);
    return isList || isName(value) ? undefined : "a pattern or a list of patterns";
  }
  if (member !== "partitions")
    return 'one of the members "table", "files", "partitions", "fileColumn" and "settings"';
  const isValid = isObject(value) && Object.values(value).every((type) => types.has(type));
  return isValid ? undefined : 'names with "number", "date" or "text"';
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the regular expression of a glob: `*` and `?` match within a folder, `**` matches folders. */
function globPattern(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*\/|\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : part.replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`);
  });
  return new RegExp(`^${source}$`, "su");
}
