import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SyncFolder } from "../test/sync-folder.js";
import { AccountVault } from "./accounts/account-vault.js";

/**
 * State that each released version wrote, one folder per version. `WELLHEAD_STATE=0.2 npx vitest run
 * packages/cli/src/earlier-state.test.ts` writes that of the current one; commit it with the release.
 */
const states = fileURLToPath(new URL("../test/state/", import.meta.url));
const written = process.env["WELLHEAD_STATE"];

const entry = { name: "ada", connector: "tracker", place: "./tracker.mjs", title: "Ada" };
const account = { auth: "token", token: "stored-töken" };
const vaultIn = (folder: string) =>
  new AccountVault({ env: { WELLHEAD_ACCOUNTS: join(folder, "accounts") } });

let folder: SyncFolder;
beforeEach(async () => {
  folder = await SyncFolder.make();
});
afterEach(() => folder.remove());

test.runIf(written !== undefined)("writes the state of this version", async () => {
  const target = join(states, written ?? "");
  await mkdir(target);
  await vaultIn(target).write(entry, account);
  for (const name of ["stopped.sqlite", "stopped.duckdb"]) {
    const { plain, url } = await folder.startPlain(40);
    // The third page fails, so two pages and the position after them are stored.
    plain.spoil = (path, body) =>
      path.endsWith("/data") && JSON.stringify(body["pagination"] ?? "").includes("i0019")
        ? { status: 403, body: '{"message":"No more"}' }
        : undefined;
    expect(await folder.run("pull", url, "--sync", name)).toMatchObject({ code: 3 });
    await cp(folder.at(name), join(target, name));
  }
});

describe.each(await readdir(states))("the state that version %s wrote", (version) => {
  test("has the accounts of wellhead login", async () => {
    await cp(join(states, version), folder.path, { recursive: true });
    const vault = vaultIn(folder.path);
    expect(await vault.list()).toEqual([entry]);
    expect(await vault.read("ada", { connector: "tracker" })).toEqual(account);
  });

  test.each(["stopped.sqlite", "stopped.duckdb"])(
    "continues the run of %s where it was stopped",
    async (name) => {
      await cp(join(states, version, name), folder.at(name));
      const { plain, entities, url } = await folder.startPlain(40);
      expect(await folder.run("pull", url, "--sync", name, "--json")).toMatchObject({ code: 0 });
      const pages = plain.requests.filter(({ path }) => path.endsWith("/data"));
      expect(JSON.stringify(pages[0]?.body["pagination"])).toContain("i0019");
      expect(pages).toHaveLength(2);
      const verified = await folder.run("sync", "verify", url, name);
      expect(verified).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`all ${entities.size} rows`),
      });
    },
  );
});
