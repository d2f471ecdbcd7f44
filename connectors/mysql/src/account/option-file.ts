import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { permissionsOfOthers, readOperatorFile } from "@wellhead/sql";

/** Maximum number of files that an option file may include, and the maximum depth. */
const maxFiles = 100;
const maxDepth = 10;

/**
 * Reads groups of an option file and of the files it includes. When an option is repeated, the last value counts.
 *
 * @param file - Path of the file
 * @param groups - Names of the groups
 * @returns Options by name, in lower case and with dashes; an option without a value has `undefined`
 * @throws TypeError that names the file that cannot be read, that every user may write, or that includes too many files
 * @see MariaDB, "Configuring MariaDB with Option Files"
 */
export function readOptionFile(
  file: string,
  groups: readonly string[],
): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  let count = 0;
  const read = (path: string, depth: number): void => {
    count += 1;
    if (count > maxFiles || depth > maxDepth)
      throw refused(file, `it includes more than ${maxFiles} files, or files more than ${maxDepth} deep`);
    if ((permissionsOfOthers(statOf(path)) & 0o002) !== 0) throw refused(path, "everybody may write it");
    let isInside = false;
    for (const line of readOperatorFile(path).split(/\r?\n/)) {
      const text = line.trim();
      const include = /^!(?<kind>include|includedir)\s+(?<target>.+)$/.exec(text)?.groups;
      const group = /^\[(?<name>[^\]]*)\]/.exec(text)?.groups?.["name"];
      if (include !== undefined) includedFiles(include).forEach((each) => read(each, depth + 1));
      else if (group !== undefined) isInside = groups.includes(group.trimEnd());
      else if (isInside && text !== "" && !/^[#;]/.test(text)) found.set(...optionOf(text));
    }
  };
  read(file, 0);
  return found;
}

function includedFiles({
  kind,
  target = "",
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (kind === "include") return [target.trim()];
  const folder = target.trim();
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".cnf"));
    return names.toSorted().map((name) => join(folder, name));
  } catch (error) {
    throw refused(folder, "the folder cannot be read", error);
  }
}

/** Parses an option. A comment may follow it; inside quotes, a `#` is part of the value. */
function optionOf(line: string): readonly [name: string, value: string | undefined] {
  const kept = /^(?:"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|[^#"'])*/.exec(line)?.[0] ?? "";
  const equals = kept.indexOf("=");
  const name = (equals < 0 ? kept : kept.slice(0, equals)).trim().toLowerCase();
  const plainName = name.replaceAll("_", "-").replace(/^loose-/, "");
  if (equals < 0) return [plainName, undefined];
  const value = kept.slice(equals + 1).trim();
  const inner = /^(["'])(?<inner>[\s\S]*)\1$/.exec(value)?.groups?.["inner"] ?? value;
  return [plainName, inner.replace(/\\([bnrts\\"'])/g, (_, letter: string) => escapes.get(letter) ?? letter)];
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["s", " "],
]);

function statOf(path: string): { readonly mode: number } {
  try {
    return statSync(path);
  } catch (error) {
    throw refused(path, "it cannot be read", error);
  }
}

function refused(file: string, reason: string, cause?: unknown): TypeError {
  return new TypeError(`Could not read the option file "${file}": ${reason}.`, { cause });
}
