import { readOperatorFile } from "@wellhead/sql";

/** An option and its value. */
export type FileOption = readonly [name: string, value: string];

/**
 * Reads one section of a service file.
 *
 * @param file - Path of the file
 * @param service - Name of the section
 * @returns The options of the first section with that name, or `undefined` when there is none
 * @throws TypeError that names the file and, for invalid syntax, the line
 * @see PostgreSQL, "The Connection Service File"
 */
export function readService(file: string, service: string): readonly FileOption[] | undefined {
  let found: FileOption[] | undefined;
  let isInside = false;
  for (const [index, line] of readOperatorFile(file).split(/\r?\n/).entries()) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const section = /^\[(?<name>[^\]]*)\]/.exec(text)?.groups?.["name"];
    if (section !== undefined) {
      // Only the first section with a given name counts.
      if (found !== undefined) return found;
      isInside = section === service;
      if (isInside) found = [];
    } else if (isInside) {
      const equals = text.indexOf("=");
      if (equals < 1) throw broken(file, index, "expected name=value");
      const name = text.slice(0, equals);
      if (name === "service") throw broken(file, index, "a service cannot name another");
      found?.push([name, text.slice(equals + 1)]);
    }
  }
  return found;
}

function broken(file: string, index: number, reason: string): TypeError {
  return new TypeError(`Could not read line ${index + 1} of the service file "${file}": ${reason}.`);
}
