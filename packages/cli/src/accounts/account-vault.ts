import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Account } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import { usageError } from "../command-line/command-error.js";
import type { ProcessTerminal } from "../terminal/terminal.js";
import { type AccountTarget, refuseOtherTarget } from "./account-target.js";
import { withFileLock } from "./file-lock.js";
import { type Keychain, systemKeychain } from "./keychain.js";
import type { VaultEntry } from "./vault-entry.js";
import { vaultKey } from "./vault-key.js";

export type { VaultEntry } from "./vault-entry.js";

/** A stored file: the entry in plain text, and the account encrypted. */
interface VaultFile extends Omit<VaultEntry, "name"> {
  /** Whether connector and place cannot be changed without the key. Files of earlier versions do not have it. */
  readonly labelled?: true;
  /** AES-256-GCM: nonce, tag and text, in Base64. */
  readonly sealed: string;
}

/** What {@link AccountVault.update} does. */
export interface AccountChange {
  readonly target: AccountTarget;
  /** Receives the account as it is stored, and returns the one to store. */
  readonly change: (account: Account) => Promise<Account>;
}

/** Names that can be used for an account. */
export const accountName = /^[A-Za-z0-9][\w-]{0,63}$/;

/**
 * The connected accounts of a user: a file per account, encrypted with a key that is in the keychain of the system, or in a
 * file next to them. The files can be read only by the user. Without a keychain, whoever can read all files of the user can
 * decrypt them; a copy of the account files alone, such as a backup, reveals only names and addresses.
 */
export class AccountVault {
  readonly #folder: string;
  readonly #keychain: Keychain | undefined;

  /**
   * @param terminal - Provides the environment, which names the folder. The keychain is used for the folder of the user
   *   only, because one that was named may be copied to another machine
   */
  constructor({ env }: Pick<ProcessTerminal, "env">) {
    const named = env["WELLHEAD_ACCOUNTS"] || undefined;
    this.#folder = named ?? folderOf(env);
    this.#keychain = named === undefined ? systemKeychain(env) : undefined;
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
   * @param target - Where it will be sent
   * @returns The account as it was stored last
   * @throws CommandError when there is none, it was connected elsewhere, or it cannot be decrypted
   */
  async read(name: string, target: AccountTarget): Promise<Account> {
    const file = await this.#read(name);
    refuseOtherTarget({ name, ...file }, target);
    return this.#open(name, file);
  }

  /**
   * Stores an account, or replaces the one of the same name.
   *
   * @param entry - Its name and what it belongs to
   * @param account - The account
   */
  async write({ name, ...entry }: VaultEntry, account: Account): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const sealed = seal(JSON.stringify(account), {
      key: await vaultKey(this.#folder, this.#keychain),
      label: labelOf(name, entry),
    });
    const file: VaultFile = { ...entry, labelled: true, sealed };
    const path = this.#path(name);
    const next = `${path}.${randomUUID()}`;
    await writeFile(next, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
    await rename(next, path);
  }

  /**
   * Changes an account while no other process does: a token that can be used once must not be used twice.
   *
   * @param name - Its name
   * @param options - Where it will be sent, and the change
   * @returns The changed account
   * @throws CommandError when there is none, it was connected elsewhere, or another process does not finish
   */
  async update(name: string, { target, change }: AccountChange): Promise<Account> {
    // Reports a missing account before a lock is created in a folder that may not exist.
    refuseOtherTarget({ name, ...(await this.#read(name)) }, target);
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

  async #open(name: string, file: VaultFile): Promise<Account> {
    const key = await vaultKey(this.#folder, this.#keychain);
    const label = file.labelled === true ? labelOf(name, file) : name;
    try {
      // Written by this class.
      return JSON.parse(unseal(file.sealed, { key, label })) as Account;
    } catch (error) {
      throw usageError(
        `Could not decrypt the account "${name}": its file was changed, or the key in "${this.#folder}" is not the one it was encrypted with. Remove it with wellhead login remove ${name}, and connect it again.`,
        { cause: error },
      );
    }
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
  const shared = process.platform === "win32" ? env["APPDATA"] : env["XDG_CONFIG_HOME"];
  return join(shared || join(env["HOME"] || homedir(), ".config"), "wellhead", "accounts");
}

interface SealOptions {
  readonly key: Buffer;
  /** What the account belongs to, so that one file cannot take the place of another. */
  readonly label: string;
}

function labelOf(name: string, { connector, place }: Pick<VaultEntry, "connector" | "place">): string {
  return JSON.stringify([name, connector, place]);
}

const nonceBytes = 12;
const tagBytes = 16;

function seal(text: string, { key, label }: SealOptions): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(label));
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString("base64");
}

function unseal(sealed: string, { key, label }: SealOptions): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(label))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
    "utf8",
  );
}
