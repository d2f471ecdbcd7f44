import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeTemporaryFolder } from "./temporary-folder.js";

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "wellhead-test-"));
});
const owners: ChildProcess[] = [];
afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill("SIGKILL");
  await rm(parent, { recursive: true });
});

/** Starts a process that makes a folder and stays. */
async function startOwner(kind: string) {
  const module = new URL("../dist/temporary-folder.js", import.meta.url).href;
  const text = `const { makeTemporaryFolder } = await import(${JSON.stringify(module)});
    console.log(await makeTemporaryFolder(${JSON.stringify(kind)}, ${JSON.stringify(parent)}));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  owners.push(child);
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const kill = async () => {
    child.kill("SIGKILL");
    await once(child, "close");
  };
  return { folder: line.trim(), kill };
}

const names = async () => (await readdir(parent)).toSorted();

it("removes what a killed process left, and nothing of a running one or of another kind", async () => {
  const [killed, running, other] = await Promise.all([startOwner("a"), startOwner("a"), startOwner("b")]);
  await writeFile(join(killed.folder, "copy"), "x");
  await Promise.all([killed.kill(), other.kill()]);
  const own = await makeTemporaryFolder("a", parent);
  const again = await makeTemporaryFolder("a", parent);
  expect(await names()).toEqual(
    [running.folder, other.folder, own, again].map((path) => basename(path)).toSorted(),
  );
});

it("leaves a folder of another container alone while it is marked as used", async () => {
  const hour = 60 * 60_000;
  const folders = {
    "wellhead-a-0000abcd-1-used": 0.9,
    "wellhead-a-0000abcd-1-unused": 1.1,
    "wellhead-a-old": 99,
  };
  for (const [name, hours] of Object.entries(folders)) {
    await mkdir(join(parent, name));
    const time = new Date(Date.now() - hours * hour);
    await utimes(join(parent, name), time, time);
  }
  const own = await makeTemporaryFolder("a", parent);
  expect(await names()).toEqual(["wellhead-a-0000abcd-1-used", "wellhead-a-old", basename(own)].toSorted());
});

it("follows no link", async () => {
  const { folder, kill } = await startOwner("a");
  await kill();
  await rm(folder, { recursive: true });
  const target = join(parent, "target");
  await mkdir(target);
  await writeFile(join(target, "precious"), "x");
  await symlink(target, folder);
  await makeTemporaryFolder("a", parent);
  expect(await readdir(target)).toEqual(["precious"]);
});
