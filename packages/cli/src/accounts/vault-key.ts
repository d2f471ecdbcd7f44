import { randomBytes, randomUUID } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usageError } from "../command-line/command-error.js";
import { withFileLock } from "./file-lock.js";
import type { Keychain } from "./keychain.js";

/** Number of bytes of a key. */
const keyBytes = 32;

/** Contents of the file of a key that is in the keychain. */
const inKeychain = "keychain\n";

/**
 * Returns the key that the accounts of a folder are encrypted with, and creates it for the first account: in the keychain
 * of the system if there is one that works, otherwise in a file that only the user can read.
 *
 * @param folder - The folder of the accounts, which exists
 * @param keychain - The keychain. Default: none
 * @returns The key
 * @throws CommandError when the key is in a keychain that cannot be read
 */
export async function vaultKey(folder: string, keychain: Keychain | undefined): Promise<Buffer> {
  const path = join(folder, "key");
  const create = async () => (await readIfPresent(path)) ?? (await createKey(path, { folder, keychain }));
  // However many processes connect the first account, they use one key.
  const file = (await readIfPresent(path)) ?? (await withFileLock(`${path}.lock`, create));
  if (String(file) !== inKeychain) {
    await chmod(path, 0o600);
    return file;
  }
  const key = await keychain?.read(folder);
  if (key !== undefined) return Buffer.from(key, "base64");
  throw usageError(
    `Could not decrypt the accounts in "${folder}": their key is in the keychain of the system, which ${keychain === undefined ? "is not available here" : "did not return it"}. Sign in to the desktop and unlock it, or choose another folder with WELLHEAD_ACCOUNTS and connect the accounts again.`,
  );
}

interface CreateKeyOptions {
  readonly folder: string;
  readonly keychain: Keychain | undefined;
}

/** Creates a key, in the keychain if possible, and returns what the file of the key contains. */
async function createKey(path: string, { folder, keychain }: CreateKeyOptions): Promise<Buffer> {
  const key = randomBytes(keyBytes);
  const written = key.toString("base64");
  await keychain?.write(folder, written);
  // A keychain that is locked or broken reports nothing, so only what can be read counts.
  const isKept = keychain !== undefined && (await keychain.read(folder)) === written;
  const file = isKept ? Buffer.from(inKeychain) : key;
  // Under its name once it is whole, so that nobody reads a part of it.
  const next = `${path}.${randomUUID()}`;
  await writeFile(next, file, { mode: 0o600 });
  await rename(next, path);
  return file;
}

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
