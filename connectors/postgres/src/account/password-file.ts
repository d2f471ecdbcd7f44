import { statSync } from "node:fs";
import { permissionsOfOthers, readOperatorFile } from "@wellhead/sql";

/** The connection that a password is for. */
export interface ConnectionTarget {
  /** Host, or directory of the socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** Default socket directories of servers. A line for `localhost` also applies to them. */
const usualFolders: ReadonlySet<string> = new Set(["/tmp", "/var/run/postgresql", "/run/postgresql"]);
const field = /(?<text>(?:[^:\\]|\\[\s\S])*):/y;

/**
 * Looks up a password in a password file.
 *
 * @param file - Path of the file
 * @param place - The connection that the password is for
 * @returns The password of the first matching line, or `undefined` when none matches
 * @throws TypeError when the file cannot be read, is not a plain file, or may be accessed by users other than its owner
 * @see PostgreSQL, "The Password File"
 */
export function findPassword(file: string, place: ConnectionTarget): string | undefined {
  const lines = readOperatorFile(file).split(/\r?\n/);
  const stats = statSync(file);
  if (!stats.isFile())
    throw new TypeError(`Could not use the password file "${file}": it is not a plain file.`);
  if (permissionsOfOthers(stats) !== 0) {
    throw new TypeError(
      `Could not use the password file "${file}": others may read or write it. Run: chmod 600 "${file}"`,
    );
  }
  const expected = [place.host, String(place.port), place.database, place.user];
  for (const line of lines) {
    if (line.startsWith("#")) continue;
    const password = passwordOf(line, expected);
    if (password !== undefined) return password;
  }
  return undefined;
}

function passwordOf(line: string, expected: readonly string[]): string | undefined {
  field.lastIndex = 0;
  for (const [index, value] of expected.entries()) {
    const text = field.exec(line)?.groups?.["text"];
    if (text === undefined || !matches(text, value, index === 0)) return undefined;
  }
  // Ignore everything after another colon: it is reserved for later versions of the format.
  return plain(/^(?:[^:\\]|\\[\s\S]|\\$)*/.exec(line.slice(field.lastIndex))?.[0] ?? "");
}

function matches(text: string, value: string, isHost: boolean): boolean {
  if (text === "*" || plain(text) === value) return true;
  return isHost && text === "localhost" && usualFolders.has(value);
}

function plain(text: string): string {
  return text.replace(/\\([\s\S])/g, "$1");
}
