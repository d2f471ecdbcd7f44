import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AccountVault } from "./account-vault.js";
import { systemKeychain } from "./keychain.js";

const run = promisify(execFile);
const target = { connector: "tracker" };
const entry = { name: "ada", connector: "tracker", place: "./tracker.mjs", title: "Ada" };
const account = { auth: "token", token: "stored-töken" };

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-keychain-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Installs a program that keeps the words and the input it gets, and answers with what was stored. */
async function install(name: string, script: string): Promise<Record<string, string>> {
  const programs = join(folder, "bin");
  await mkdir(programs, { recursive: true });
  await writeFile(join(programs, name), `#!/bin/sh\nFOLDER='${folder}'\n${script}\n`);
  await chmod(join(programs, name), 0o755);
  return {
    PATH: `${programs}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
  };
}

const accounts = () => join(folder, ".config/wellhead/accounts");

/** As the manual of secret-tool describes it. */
const secretTool = `printf '%s\\n' "$@" >> "$FOLDER/words"
case $1 in store) cat > "$FOLDER/secret";; lookup) cat "$FOLDER/secret";; esac`;

describe.runIf(process.platform === "linux")("the keyring of a Linux desktop", () => {
  it("keeps the key, which is then in no file and in no words of a command", async () => {
    const env = await install("secret-tool", secretTool);
    await new AccountVault({ env }).write(entry, account);
    expect(await new AccountVault({ env }).read("ada", target)).toEqual(account);
    const secret = (await readFile(join(folder, "secret"), "utf8")).trim();
    expect(Buffer.from(secret, "base64")).toHaveLength(32);
    expect(await readFile(join(accounts(), "key"), "utf8")).toBe("keychain\n");
    expect(await readFile(join(folder, "words"), "utf8")).not.toContain(secret);
    expect((await readdir(accounts())).toSorted()).toEqual(["ada.json", "key"]);
  });

  it("says so when the key is in a keyring that is not there", async () => {
    const env = await install("secret-tool", secretTool);
    await new AccountVault({ env }).write(entry, account);
    const { DBUS_SESSION_BUS_ADDRESS: _bus, ...without } = env;
    await expect(new AccountVault({ env: without }).read("ada", target)).rejects.toThrow(
      "their key is in the keychain of the system, which is not available here",
    );
    await rm(join(folder, "secret"));
    await expect(new AccountVault({ env }).read("ada", target)).rejects.toThrow("which did not return it");
  });

  it.each([
    ["fails", "exit 1"],
    ["stores nothing", "cat > /dev/null"],
    ["returns another secret", "cat > /dev/null; echo other"],
  ])("leaves the key in a file if it %s", async (_name, script) => {
    const env = await install("secret-tool", script);
    await new AccountVault({ env }).write(entry, account);
    expect(await readFile(join(accounts(), "key"))).toHaveLength(32);
    // The file is enough on a machine without a keyring.
    expect(await new AccountVault({ env: { HOME: folder } }).read("ada", target)).toEqual(account);
  });

  it("has no key of a folder that was named", async () => {
    const env = { ...(await install("secret-tool", secretTool)), WELLHEAD_ACCOUNTS: join(folder, "named") };
    await new AccountVault({ env }).write(entry, account);
    expect(await readFile(join(folder, "named", "key"))).toHaveLength(32);
    expect(existsSync(join(folder, "words"))).toBe(false);
  });

  const desktop = ["dbus-run-session", "gnome-keyring-daemon", "secret-tool"];
  it.runIf(desktop.every((name) => existsSync(join("/usr/bin", name))))("is a real one", async () => {
    const module = fileURLToPath(new URL("../../dist/accounts/account-vault.js", import.meta.url));
    const program = join(folder, "use.mjs");
    await writeFile(
      program,
      `import { AccountVault } from ${JSON.stringify(module)};
const entry = ${JSON.stringify(entry)};
await new AccountVault({ env: process.env }).write(entry, { token: "t" });
console.log(JSON.stringify(await new AccountVault({ env: process.env }).read("ada", { connector: "tracker" })));`,
    );
    const script = `printf pw | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1
"$0" "$1" && secret-tool lookup service wellhead accounts "$HOME/.config/wellhead/accounts"`;
    // The keyring ends with its bus.
    const words = ["--", "sh", "-c", script, process.execPath, program];
    const env = { PATH: process.env["PATH"], HOME: folder };
    const { stdout } = await run("dbus-run-session", words, { env });
    const [stored, secret = ""] = stdout.trim().split("\n");
    expect(stored).toBe('{"token":"t"}');
    expect(Buffer.from(secret, "base64")).toHaveLength(32);
    expect(await readFile(join(accounts(), "key"), "utf8")).toBe("keychain\n");
  });
});

it("passes the secret to the keychain of macOS in its input", async () => {
  const script = `printf '%s\\n' "$@" >> "$FOLDER/words"
case $1 in -i) cat > "$FOLDER/line";; *) sed -n 's/.* -w //p' "$FOLDER/line";; esac`;
  const keychain = systemKeychain(await install("security", script), "darwin");
  await keychain?.write("/a/folder", "c2VjcmV0");
  expect(await readFile(join(folder, "line"), "utf8")).toBe(
    'add-generic-password -U -s wellhead -a "/a/folder" -w c2VjcmV0\n',
  );
  expect(await keychain?.read("/a/folder")).toBe("c2VjcmV0");
  expect(await readFile(join(folder, "words"), "utf8")).not.toContain("c2VjcmV0");
});

it("is missing on Windows, and without its program", () => {
  const env = { PATH: process.env["PATH"], DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };
  expect(systemKeychain(env, "win32")).toBeUndefined();
  expect(systemKeychain({ ...env, PATH: folder }, "linux")).toBeUndefined();
  expect(systemKeychain({ ...env, PATH: folder }, "darwin")).toBeUndefined();
});
