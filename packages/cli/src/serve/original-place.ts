import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { typeScriptLoader } from "./typescript-loader.js";

/** A place in a file of the author. */
export interface Place {
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the places in the author's files that a stack names.
 *
 * @param stack - The text of a stack
 * @returns The places in the files as they were written, the innermost first
 */
export function placesOnStack(stack: string): readonly Place[] {
  return placesIn(stack).map(originalPlace);
}

/**
 * Finds the places that a text names, as `file:line:column`.
 *
 * @param text - The text
 * @returns The places in files that are not of a package
 */
export function placesIn(text: string): readonly Place[] {
  return text.split("\n").flatMap((line) => {
    const { path, row, column } =
      /(?:^|[\s(])(?<path>(?:file:\/\/\/|\/|[A-Za-z]:[\\/])[^():]+):(?<row>\d+):(?<column>\d+)/.exec(line)
        ?.groups ?? {};
    if (path === undefined) return [];
    const file = path.startsWith("file:") ? fileURLToPath(path) : path;
    return isAuthors(file) ? [{ file, line: Number(row), column: Number(column) }] : [];
  });
}

/**
 * Reports whether a file is the author's: it has a path, and is not part of a package.
 *
 * @param file - Path of a file
 * @returns Whether it is
 */
export function isAuthors(file: string): boolean {
  const ofPackage = /[\\/](?:node_modules|(?:packages|connectors)[\\/][\w-]+[\\/](?:dist|bin|packed))[\\/]/;
  return isAbsolute(file) && !ofPackage.test(file);
}

/**
 * Finds the place in a TypeScript file that a place in its compiled code belongs to. Compiled code has the lines of the
 * file, but other columns, because the types are missing.
 *
 * @param place - A place in the code that runs
 * @returns The place in the file; the same place when the file has not been compiled
 */
export function originalPlace(place: Place): Place {
  const { file, line, column } = place;
  if (!/\.[cm]?tsx?$/.test(file)) return place;
  // The first line begins with the function that the loader puts around a module, whose length only it knows.
  if (line === 1) return { file, line, column: 1 };
  const found = readSourceMap(file)?.findOrigin(line, column);
  return found !== undefined && "lineNumber" in found
    ? { file, line: found.lineNumber, column: found.columnNumber }
    : place;
}

/** Compiles the file as it was compiled for the process that runs it. */
function readSourceMap(file: string): SourceMap | undefined {
  try {
    const loader = typeScriptLoader(dirname(file), { hasSourceMaps: true });
    const compiled = loader.transform({
      source: readFileSync(file, "utf8"),
      filename: file,
      ts: true,
      async: true,
    });
    const { map } =
      /sourceMappingURL=data:application\/json;[^,]*base64,(?<map>[\w+/=]+)/.exec(compiled)?.groups ?? {};
    if (map === undefined) return undefined;
    // The compiler writes a source map of version 3.
    return new SourceMap(JSON.parse(Buffer.from(map, "base64").toString()) as SourceMapPayload);
  } catch {
    // The file has been removed, or is being written. The place in the compiled code is close.
    return undefined;
  }
}
