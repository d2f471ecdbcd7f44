import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AccountVault } from "./account-vault.js";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-vault-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it("creates one key, however many accounts are the first", async () => {
  const vaultOf = () => new AccountVault({ env: { WELLHEAD_ACCOUNTS: join(folder, "accounts") } });
  const names = Array.from({ length: 40 }, (_, index) => `account-${index}`);
  await Promise.all(
    names.map((name) =>
      vaultOf().write({ name, connector: "tracker", place: "tracker", title: name }, { token: `t-${name}` }),
    ),
  );
  for (const name of names)
    expect(await vaultOf().read(name, { connector: "tracker" })).toEqual({ token: `t-${name}` });
  const files = await readdir(join(folder, "accounts"));
  expect(files.toSorted()).toEqual([...names.map((name) => `${name}.json`), "key"].toSorted());
  expect((await stat(join(folder, "accounts", "key"))).mode & 0o777).toBe(0o600);
});
