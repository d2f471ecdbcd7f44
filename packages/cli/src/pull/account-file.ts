import { randomUUID } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import type { Account } from "@wellhead/client";
import { usageError } from "../command/command-error.js";

/**
 * Reads an account from a file.
 *
 * @param path - A JSON file that contains the flat account
 * @returns The account
 * @throws CommandError when the file does not exist or does not contain a JSON object
 */
export async function readAccountFile(path: string): Promise<Account> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "found no JSON" : "found no readable file";
    // Omit the cause: it may quote the file, which contains secrets.
    throw usageError(
      `Read the account "${path}": ${why}, wanted a JSON object such as {"auth": "token", "token": "…"}`,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw usageError(`Read the account "${path}": found no object, wanted {"auth": kind, …}`);
}

/**
 * Writes an account back to its file when a stored member has changed, because the old token may no longer be valid.
 *
 * @param path - The file
 * @param stored - The account as read from the file
 * @param changed - The account as the connector returned it
 */
export async function keepAccount(path: string, stored: Account, changed: Account): Promise<void> {
  const differs = Object.keys(changed).some(
    (key) => !unstored.has(key) && JSON.stringify(changed[key]) !== JSON.stringify(stored[key]),
  );
  if (differs) await replaceFile(path, `${JSON.stringify(changed, null, 2)}\n`);
}

/** Members that are computed for each use and never stored. */
const unstored: ReadonlySet<string> = new Set(["name", "auth", "identifier"]);

async function replaceFile(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  const next = `${path}.${randomUUID()}`;
  await writeFile(next, text, { mode });
  await rename(next, path);
}
