import { readFile, stat } from "node:fs/promises";

/** Maximum size of a configuration in bytes. A larger file is treated as data. */
const maxBytes = 1024 * 1024;

/**
 * Reads a configuration of the REST connector, which describes an API.
 *
 * @param path - Absolute path
 * @returns The parsed file, or `undefined` when the file is data: too large, not JSON, or without `baseUrl` and
 * `sources`
 */
export async function loadRestConfig(path: string): Promise<unknown> {
  if (!path.endsWith(".json") || (await stat(path)).size > maxBytes) return undefined;
  const value = parse(await readFile(path, "utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return "baseUrl" in value && "sources" in value ? value : undefined;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
