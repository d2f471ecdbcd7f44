import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Account } from "@wellhead/client";
import { usageError } from "../command/command-error.js";
import { didYouMean } from "../command/nearest.js";
import type { ProcessTerminal } from "../terminal/terminal.js";
import { withFileLock } from "./file-lock.js";

/** A connected account, without its secrets. */
export interface VaultEntry {
  readonly name: string;
  /** Id of the connector that it belongs to. */
  readonly connector: string;
  /** Address or name of the connector, as it was typed. */
  readonly place: string;
  /** Name of the account as the connector reports it. */
  readonly title: string;
}

/** A stored file: the entry in plain text, and the account encrypted. */
interface VaultFile extends Omit<VaultEntry, "name"> {
  /** AES-256-GCM: nonce, tag and text, in Base64. */
  readonly sealed: string;
}

/** Names that can be used for an account. */
export const accountName = /^[A-Za-z0-9][\w-]{0,63}$/;

/**
 * The connected accounts of a user: a file per account, encrypted with a key that is in a file next to them. Both can be
 * read only by the user. Whoever can read all files of the user can decrypt them; a copy of the account files alone, such
 * as a backup without the key, reveals only names and addresses.
 */
export class AccountVault {
  readonly #folder: string;

  /** @param terminal - Provides the environment, which names the folder */
  constructor({ env }: Pick<ProcessTerminal, "env">) {
    this.#folder = folderOf(env);
  }

  /** Lists the accounts by name. */
  async list(): Promise<readonly VaultEntry[]> {
    const names = await this.#names();
    const entries: VaultEntry[] = [];
    for (const name of names.toSorted()) {
      const { connector, place, title } = await this.#read(name);
      entries.push({ name, connector, place, title });
    }
    return entries;
  }

  /**
   * Returns an account.
   *
   * @param name - Its name
   * @returns The account as it was stored last
   * @throws CommandError when there is none, or it cannot be decrypted
   */
  async read(name: string): Promise<Account> {
    return this.#open(name, await this.#read(name));
  }

  /**
   * Stores an account, or replaces the one of the same name.
   *
   * @param entry - Its name and what it belongs to
   * @param account - The account
   */
  async write({ name, ...entry }: VaultEntry, account: Account): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const sealed = seal(JSON.stringify(account), { key: await this.#key(), name });
    const file: VaultFile = { ...entry, sealed };
    const path = this.#path(name);
    const next = `${path}.${randomUUID()}`;
    await writeFile(next, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
    await rename(next, path);
  }

  /**
   * Changes an account while no other process does: a token that can be used once must not be used twice.
   *
   * @param name - Its name
   * @param change - Receives the account as it is stored, and returns the one to store
   * @returns The changed account
   * @throws CommandError when there is none, or another process does not finish
   */
  async update(name: string, change: (account: Account) => Promise<Account>): Promise<Account> {
    // Reports a missing account before a lock is created in a folder that may not exist.
    await this.#read(name);
    return withFileLock(`${this.#path(name)}.lock`, async () => {
      const file = await this.#read(name);
      const stored = await this.#open(name, file);
      const changed = await change(stored);
      if (JSON.stringify(changed) !== JSON.stringify(stored))
        await this.write({ name, ...entryOf(file) }, changed);
      return changed;
    });
  }

  /**
   * Removes an account. The key stays for the others.
   *
   * @param name - Its name
   * @throws CommandError when there is none
   */
  async remove(name: string): Promise<void> {
    await this.#read(name);
    await rm(this.#path(name));
  }

  async #read(name: string): Promise<VaultFile> {
    const text = accountName.test(name) ? await readFile(this.#path(name), "utf8").catch(() => "") : "";
    if (text === "") {
      const known = await this.#names();
      throw usageError(
        `Could not find the account "${name}".${didYouMean(name, known)} Connect it with wellhead login ${accountName.test(name) ? name : "<name>"} <connector>, or name a JSON file.`,
        { details: known.length === 0 ? [] : [`Accounts: ${known.join(", ")}`] },
      );
    }
    // Written by this class.
    return JSON.parse(text) as VaultFile;
  }

  async #open(name: string, { sealed }: VaultFile): Promise<Account> {
    try {
      const text = unseal(sealed, { key: await this.#key(), name });
      // Written by this class.
      return JSON.parse(text) as Account;
    } catch (error) {
      throw usageError(
        `Could not decrypt the account "${name}": the key in "${this.#folder}" is not the one it was encrypted with. Remove it with wellhead login remove ${name}, and connect it again.`,
        { cause: error },
      );
    }
  }

  async #key(): Promise<Buffer> {
    const path = join(this.#folder, "key");
    const next = `${path}.${randomUUID()}`;
    try {
      // Linked under its name once it is whole, however many processes try, so that none reads a part of it.
      await writeFile(next, randomBytes(32), { mode: 0o600 });
      await link(next, path);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    } finally {
      await rm(next, { force: true });
    }
    await chmod(path, 0o600);
    return readFile(path);
  }

  async #names(): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch(() => []);
    return files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -5));
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}

function entryOf({ connector, place, title }: VaultFile): Omit<VaultEntry, "name"> {
  return { connector, place, title };
}

function folderOf(env: ProcessTerminal["env"]): string {
  const own = env["WELLHEAD_ACCOUNTS"];
  if (own !== undefined && own !== "") return own;
  const shared = process.platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  return join(shared || join(env["HOME"] || homedir(), ".config"), "wellhead", "accounts");
}

interface SealOptions {
  readonly key: Buffer;
  /** Name of the account, so that one file cannot take the place of another. */
  readonly name: string;
}

const nonceBytes = 12;
const tagBytes = 16;

function seal(text: string, { key, name }: SealOptions): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name));
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString("base64");
}

function unseal(sealed: string, { key, name }: SealOptions): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    "utf8",
  );
}
