import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Variables } from "../callers/caller-settings.js";

/** Settings that are secrets, or addresses that hold one. Those of a connector end as its author was told to name them. */
const secretName =
  /^(?:WELLHEAD_(?:SECRET|STORE)[A-Z0-9_]*|[A-Z][A-Z0-9_]*_(?:CLIENT_ID|CLIENT_SECRET|CONSUMER_KEY|CONSUMER_SECRET|SECRET|TOKEN|PASSWORD|KEY))$/;

/** A name that is a setting; other files of the folder are somebody else's. */
const settingName = /^[A-Z][A-Z0-9_]{2,127}$/;

/** Files that are read again when they change, so their paths are settings of their own. */
const filesOfTheirOwn: ReadonlySet<string> = new Set(["WELLHEAD_TOKENS", "WELLHEAD_SIGNING_KEYS"]);

/**
 * Reads secrets from files: `NAME_FILE` names the file of the setting `NAME`, and each file of the folder that systemd
 * names in `CREDENTIALS_DIRECTORY` is the setting of its name. A line feed at the end of a file is not part of a secret.
 *
 * @param variables - Environment of the process
 * @returns The settings that came from files, to be added to the environment
 * @throws TypeError when a file cannot be read, or a setting is given both ways
 * @see https://systemd.io/CREDENTIALS/
 */
export function readSecretFiles(variables: Variables): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const [variable, path] of Object.entries(variables)) {
    const name = variable.endsWith("_FILE") ? variable.slice(0, -"_FILE".length) : "";
    if (!path || filesOfTheirOwn.has(name) || !secretName.test(name)) continue;
    if (variables[name])
      throw new TypeError(
        `Could not read ${name}: both ${name} and ${variable} are set. Remove one of them.`,
      );
    found.set(name, readSecret(variable, path));
  }
  for (const [name, path] of credentialFiles(variables["CREDENTIALS_DIRECTORY"])) {
    if (found.has(name) || variables[name]) continue;
    const setting = filesOfTheirOwn.has(name) ? `${name}_FILE` : name;
    if (variables[setting]) continue;
    found.set(setting, setting === name ? readSecret("CREDENTIALS_DIRECTORY", path) : path);
  }
  return Object.fromEntries(found);
}

function credentialFiles(folder: string | undefined): readonly (readonly [name: string, path: string])[] {
  if (!folder) return [];
  try {
    return readdirSync(folder)
      .filter((name) => settingName.test(name))
      .map((name) => [name, join(folder, name)] as const);
  } catch (error) {
    throw new TypeError(`Could not read CREDENTIALS_DIRECTORY: the folder "${folder}" cannot be read.`, {
      cause: error,
    });
  }
}

function readSecret(setting: string, path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new TypeError(`Could not read ${setting}: expected a readable file, got "${path}".`, {
      cause: error,
    });
  }
}
