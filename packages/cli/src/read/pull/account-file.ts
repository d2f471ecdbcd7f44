import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Account } from "@wellhead/client";
import type { AccountTarget } from "../../accounts/account-target.js";
import { AccountVault, accountName } from "../../accounts/account-vault.js";
import { usageError } from "../../command-line/command-error.js";
import type { Terminal } from "../../terminal/terminal.js";
import { write } from "../../terminal/write.js";

/** Where the account of a connector is kept. */
export interface StoredAccount {
  /** Whether other processes may use it at the same time. */
  readonly isShared: boolean;
  /** Reads the account. */
  readonly read: () => Promise<Account>;
  /** Stores an account that POST /validate changed: the old token may no longer be valid. */
  readonly keep: (stored: Account, changed: Account) => Promise<void>;
  /**
   * Reads the account, changes it and stores the change, while no other process uses it.
   */
  readonly update: (change: (account: Account) => Promise<Account>) => Promise<Account>;
}

/** Options of {@link storedAccount}. */
export interface StoredAccountOptions {
  /** Provides the folder and the environment. */
  readonly terminal: Terminal;
  /** Where the command sends the account. One of `wellhead login` is sent only where it was connected. */
  readonly target: AccountTarget;
}

/**
 * Finds an account: in a file, in a variable of the environment, or connected by `wellhead login`.
 *
 * @param typed - Path of the file, `env:` and the name of the variable, or the name of a connected account. A file takes
 *   precedence over a name
 * @param options - The terminal, and where the account will be sent
 * @returns The account. A changed one is written back to its file; a variable cannot store it, so it is kept while the
 *   command runs, and a warning says so
 */
export function storedAccount(typed: string, { terminal, target }: StoredAccountOptions): StoredAccount {
  if (typed.startsWith("env:")) return updating(variableAccount(typed, terminal));
  const path = resolve(terminal.directory, typed);
  if (!accountName.test(typed) || existsSync(path))
    return updating({
      read: () => readAccountFile(path),
      keep: (stored, changed) => keepAccount(path, stored, changed),
    });
  return connectedAccount(typed, { terminal, target });
}

/**
 * Finds an account that was connected by `wellhead login`.
 *
 * @param typed - Its name
 * @param options - The terminal, and where the account will be sent
 * @returns The account, which other processes may use at the same time
 */
export function connectedAccount(typed: string, { terminal, target }: StoredAccountOptions): StoredAccount {
  const vault = new AccountVault(terminal);
  return {
    isShared: true,
    read: () => vault.read(typed, target),
    keep: async (stored, changed) => {
      if (!differs(stored, changed)) return;
      // Another process may have stored a later token meanwhile, which must not be replaced.
      const change = async (current: Account) => (differs(stored, current) ? current : changed);
      await vault.update(typed, { target, change });
    },
    update: (change) =>
      vault.update(typed, {
        target,
        change: async (stored) => {
          const changed = await change(stored);
          return differs(stored, changed) ? changed : stored;
        },
      }),
  };
}

/** Adds `update()` to an account that only this process uses. */
function updating(account: Pick<StoredAccount, "read" | "keep">): StoredAccount {
  return {
    ...account,
    isShared: false,
    update: async (change) => {
      const stored = await account.read();
      const changed = await change(stored);
      await account.keep(stored, changed);
      return changed;
    },
  };
}

function variableAccount(typed: string, terminal: Terminal): Pick<StoredAccount, "read" | "keep"> {
  const name = typed.slice("env:".length);
  let current: Account | undefined;
  return {
    read: () => Promise.resolve(current ?? readAccountVariable(name, terminal)),
    keep: async (stored, changed) => {
      if (!differs(stored, changed)) return;
      current = changed;
      await write(
        terminal.notes,
        `Warning: Could not store the changed account: it comes from the variable ${name}, and its old token may be invalid. Use a file instead.\n`,
      );
    },
  };
}

function readAccountVariable(name: string, { env }: Terminal): Account {
  const text = env[name];
  const shape = `a JSON object such as {"auth": "token", "token": "…"}`;
  if (text === undefined)
    throw usageError(`Could not read the account: the variable ${name} is not set. Set it to ${shape}.`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below, without the text, which contains secrets.
  }
  throw usageError(`Could not read the account: expected ${shape} in the variable ${name}.`);
}

/**
 * Reads an account from a file.
 *
 * @param path - A JSON file that contains the flat account
 * @returns The account
 * @throws CommandError when the file does not exist or does not contain a JSON object
 */
async function readAccountFile(path: string): Promise<Account> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "text that is not JSON" : "a file that cannot be read";
    // Omit the cause: it may quote the file, which contains secrets.
    throw usageError(
      `Could not read the account "${path}": expected a JSON object such as {"auth": "token", "token": "…"}, got ${why}.`,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw usageError(
    `Could not read the account "${path}": expected an object {"auth": kind, …}, got another value.`,
  );
}

/**
 * Writes an account back to its file when a stored member has changed, because the old token may no longer be valid.
 *
 * @param path - The file
 * @param stored - The account as read from the file
 * @param changed - The account as the connector returned it
 */
async function keepAccount(path: string, stored: Account, changed: Account): Promise<void> {
  if (differs(stored, changed)) await replaceFile(path, `${JSON.stringify(changed, null, 2)}\n`);
}

function differs(stored: Account, changed: Account): boolean {
  return Object.keys(changed).some(
    (key) => !unstored.has(key) && JSON.stringify(changed[key]) !== JSON.stringify(stored[key]),
  );
}

/** Members that are computed for each use and never stored. */
const unstored: ReadonlySet<string> = new Set(["name", "auth", "identifier"]);

async function replaceFile(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  const next = `${path}.${randomUUID()}`;
  await writeFile(next, text, { mode });
  await rename(next, path);
}
