import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listFiles } from "../check/list-files.mjs";
import { packPackages } from "../packages/pack-packages.mjs";
import { publishPackages } from "../packages/registry.mjs";
import { Ports, supply } from "../pages/assumed.mjs";
import { findBlocks } from "../pages/find-blocks.mjs";
import { readBlock } from "../pages/reader.mjs";
import { Rooms } from "../pages/rooms.mjs";

// Proves that the commands of the pages run as shown: every shell block, in a folder that has only what its page assumes.
// Arguments choose pages by a part of their path.

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");
const folder = mkdtempSync(join(tmpdir(), "wellhead-docs-"));
const chosen = process.argv.slice(2);
const pages = listFiles(root)
  .filter((file) => file.endsWith(".md") && !/CHANGELOG|^\.changeset|docs\/decisions|api\.md$/.test(file))
  .filter((file) => chosen.length === 0 || chosen.some((part) => file.includes(part)));
const blocks = pages.flatMap((page) => findBlocks(page, readFileSync(join(root, page), "utf8")));
const packed = join(folder, "wellhead-packages");
const packages = await packPackages(root, join(packed, "packages"));
const registry = await publishPackages(packages, folder);
const rooms = new Rooms({ root, folder, packed, packages, registry: registry.url });
const ports = new Ports();
try {
  const faults = [];
  for (const page of pages) faults.push(...(await provePage(page)));
  report(faults);
} finally {
  registry.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {string} page Path of a page.
 * @returns {Promise<string[]>} The faults of its blocks, each with its place.
 */
async function provePage(page) {
  const faults = [];
  /** @type {Map<string, ReturnType<typeof supply>>} */
  const supplied = new Map();
  for (const block of blocks.filter((one) => one.page === page && one.plan.unproven === undefined)) {
    const { room, needs } = block.plan;
    const port = await ports.ofStarted();
    const env = { ...(await rooms.environmentOf(room)), PORT: String(port) };
    const here = await rooms.folderOf(room, page);
    const command = await rooms.command();
    // Blocks of a page that assume the same have the same services.
    const key = `${room} ${needs.join(" ")}`;
    const services = supplied.get(key) ?? supply(needs, { root, folder: here, command, env, ports });
    if (!supplied.has(key)) await stopAll(supplied);
    supplied.set(key, services);
    const { addresses } = await services;
    await ports.learn(block.text);
    const found = await readBlock(block, {
      folder: here,
      env,
      replace: (text) =>
        [...addresses].reduce((all, [named, real]) => all.replaceAll(named, real), ports.replaceIn(text)),
      restore: (printed) => ports.restoreIn(printed),
    });
    process.stdout.write(
      `${[`${found.length === 0 ? "✓" : "✗"} ${page}:${block.line}`, ...found].join("\n")}\n`,
    );
    faults.push(...found.map((fault) => `${page}:${block.line}: ${fault}`));
  }
  await stopAll(supplied);
  return faults;
}

/**
 * @param {Map<string, ReturnType<typeof supply>>} supplied Services.
 * @returns {Promise<void>} Once they have ended.
 */
async function stopAll(supplied) {
  for (const services of supplied.values()) await (await services).stop();
  supplied.clear();
}

/**
 * @param {readonly string[]} faults The faults of all blocks.
 * @returns {void}
 */
function report(faults) {
  const unproven = blocks.filter(({ plan }) => plan.unproven !== undefined);
  const except = blocks.flatMap(({ plan, page, line, text }) =>
    plan.except
      .filter(({ start }) => text.split("\n").some((command) => command.startsWith(start)))
      .map((one) => ({ page, line, ...one })),
  );
  for (const { page, line, plan } of unproven)
    process.stdout.write(`not run ${page}:${line}: ${plan.unproven}\n`);
  for (const { page, line, start, reason } of except)
    process.stdout.write(`not run ${page}:${line} "${start}": ${reason}\n`);
  process.stdout.write(
    `${blocks.length} blocks of ${pages.length} pages: ${blocks.length - unproven.length} run, ${unproven.length} not run\n`,
  );
  if (faults.length === 0) return;
  process.stderr.write(`${faults.join("\n\n")}\n`);
  process.exitCode = 1;
}
