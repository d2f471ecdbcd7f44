import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import type { Terminal } from "../terminal/terminal.js";
import type { CallerHeaders } from "./connect.js";

/** Headers that the command itself sets. */
const ownHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "host",
  "transfer-encoding",
]);

/**
 * Reads the headers that authenticate the caller to a service.
 *
 * @param commandLine - The command line
 * @param terminal - Provides the folder that relative paths are resolved against
 * @returns The headers, with names in lower case; empty when no option was given
 * @throws CommandError when a header is invalid, or the file cannot be read
 */
export async function readCallerHeaders(commandLine: Arguments, terminal: Terminal): Promise<CallerHeaders> {
  const headers = new Map<string, string>();
  const file = commandLine.value("token-file");
  if (file !== undefined) headers.set("authorization", `Bearer ${await readToken(file, terminal)}`);
  for (const text of commandLine.values("header")) {
    const { name, value } =
      /^(?<name>[\w!#$%&'*+.^`|~-]+):[ \t]*(?<value>[\t\x20-\x7e]*)$/.exec(text)?.groups ?? {};
    if (name === undefined || value === undefined || ownHeaders.has(name.toLowerCase())) {
      // The option may contain a secret, so the error shows the header's name at most.
      throw usageError(
        `Could not read --header${name === undefined ? "" : ` "${name}"`}: expected "name: value" with a header that the command does not send itself.`,
      );
    }
    headers.set(name.toLowerCase(), value.trimEnd());
  }
  return Object.fromEntries(headers);
}

async function readToken(file: string, terminal: Terminal): Promise<string> {
  const text = await readFile(resolve(terminal.directory, file), "utf8").catch((error: unknown) => {
    throw usageError(`Could not read --token-file: "${file}" cannot be read.`, { cause: error });
  });
  const token = text.trim();
  if (/^[\w.~+/-]+=*$/.test(token)) return token;
  throw usageError(`Could not read --token-file: expected one token in "${file}".`);
}
