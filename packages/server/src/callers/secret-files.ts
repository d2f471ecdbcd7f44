import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Variables } from "./caller-settings.js";

/**
 * Matches the names of settings that are secrets or URLs with a secret. Authors are told to use one of these suffixes
 * for the settings of a connector.
 */
const secretName =
  /^(?:WELLHEAD_(?:SECRET|STORE)[A-Z0-9_]*|[A-Z][A-Z0-9_]*_(?:CLIENT_ID|CLIENT_SECRET|CONSUMER_KEY|CONSUMER_SECRET|SECRET|TOKEN|PASSWORD|KEY))$/;

/** Matches the name of a setting. Other files in the folder belong to other programs. */
const settingName = /^[A-Z][A-Z0-9_]{2,127}$/;

/** Settings whose files are reloaded when they change, and for which the path of the file is a separate setting. */
const fileSettings: ReadonlySet<string> = new Set(["WELLHEAD_TOKENS", "WELLHEAD_SIGNING_KEYS"]);

/**
 * Reads secrets from files. `NAME_FILE` is the path of the file with the setting `NAME`. Each file in the folder that
 * systemd sets as `CREDENTIALS_DIRECTORY` holds the setting of its name. A line feed at the end of a file is not part
 * of the secret.
 *
 * @param variables - Environment of the process
 * @returns The settings that came from files, to be added to the environment
 * @throws TypeError when a file cannot be read, or both `NAME` and `NAME_FILE` are set
 * @see https://systemd.io/CREDENTIALS/
 */
export function readSecretFiles(variables: Variables): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  for (const [variable, path] of Object.entries(variables)) {
    const name = variable.endsWith("_FILE") ? variable.slice(0, -"_FILE".length) : "";
    if (!path || fileSettings.has(name) || !secretName.test(name)) continue;
    if (variables[name])
      throw new TypeError(
        `Could not read ${name}: both ${name} and ${variable} are set. Remove one of them.`,
      );
    found.set(name, readSecret(variable, path));
  }
  for (const [name, path] of credentialFiles(variables["CREDENTIALS_DIRECTORY"])) {
    if (found.has(name) || variables[name]) continue;
    const setting = fileSettings.has(name) ? `${name}_FILE` : name;
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
