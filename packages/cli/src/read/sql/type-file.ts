import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RememberedTypes, TypeKey, TypeMemory } from "@wellhead/results";

/**
 * Remembers the types of columns that nobody declares in files of the user, one for each source of a version of a
 * connector.
 *
 * @param env - The environment, which names the folder
 * @returns The memory; one that remembers nothing if there is no folder
 */
export function typeFiles(env: Readonly<Record<string, string | undefined>>): TypeMemory {
  const shared = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  const home = env["HOME"];
  const parent = shared || (home && join(home, ".cache"));
  if (!parent) return { recall: () => Promise.resolve(undefined), remember: () => Promise.resolve() };
  const folder = join(parent, "wellhead", "types");
  const pathOf = (key: TypeKey) =>
    join(
      folder,
      `${createHash("sha256")
        .update(JSON.stringify([key.address, key.source, key.version]))
        .digest("hex")}.json`,
    );
  const recall = async (key: TypeKey): Promise<RememberedTypes | undefined> => {
    // Without the file, or with one that cannot be read, the rows are read as if nothing was remembered.
    const text = await readFile(pathOf(key), "utf8").catch(() => "{}");
    return readTypesOf(text);
  };
  const remember = async (key: TypeKey, types: RememberedTypes): Promise<void> => {
    const before = await recall(key);
    const columns = { ...before?.columns, ...types.columns };
    const kept = { at: types.at, columns, isComplete: types.isComplete || before?.isComplete === true };
    const path = pathOf(key);
    const temporary = `${path}.${process.pid}`;
    // The answer does not depend on whether the types can be stored.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      .then(() => writeFile(temporary, JSON.stringify({ ...key, ...kept })))
      .then(() => rename(temporary, path))
      .catch(() => undefined);
  };
  return { recall, remember };
}

function readTypesOf(text: string): RememberedTypes | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("at" in value) || !("columns" in value))
      return undefined;
    const { at, columns } = value;
    if (typeof at !== "number" || typeof columns !== "object" || columns === null) return undefined;
    const types = Object.entries(columns).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    const isComplete = "isComplete" in value && value.isComplete === true;
    return { at, columns: Object.fromEntries(types), isComplete };
  } catch {
    return undefined;
  }
}
