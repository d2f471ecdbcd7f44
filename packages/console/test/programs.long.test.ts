import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./open-browser.js";
import { choose, drivePage, openAddress, openFilter, showRows } from "./page-driver.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const pictures = fileURLToPath(new URL("../screenshots/", import.meta.url));
let browser: Browser;
let service: ChildProcess;
let address = "";
/** The link that the service prints after the first one was used. */
let nextAddress = "";
let foreign: ChildProcess;
let foreignAddress = "";

beforeAll(async () => {
  const words = ["packages/cli/bin/wellhead.js", "serve", "samples", "--port", "0"];
  service = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const script = ["examples/foreign/standard_library.py", "0"];
  foreign = spawn("python3", script, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  [browser, address, foreignAddress] = await Promise.all([
    openBrowser(),
    printedAddress(service, /in the browser: (\S+)/),
    printedAddress(foreign, /^(http\S+)/),
    mkdir(pictures, { recursive: true }),
  ]);
});

afterAll(async () => {
  await browser.close();
  service.kill("SIGKILL");
  foreign.kill("SIGKILL");
});

function printedAddress(program: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    program.once("close", () => reject(new Error(`Start a program: it ended with ${printed}`)));
    program.stdout?.on("data", (part: unknown) => {
      printed += String(part);
      const found = pattern.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
}

test("the samples can be looked at from the address that `wellhead serve` prints", async () => {
  const { page, faults } = await drivePage(browser, {
    viewport: { width: 1360, height: 850 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const printedNext = new Promise<string>((resolve) => {
    service.stderr?.on("data", (part: unknown) => {
      const next = /For another browser: (\S+)/.exec(String(part))?.[1];
      if (next !== undefined) resolve(next);
    });
  });
  await page.goto(address);
  nextAddress = await printedNext;
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByRole("rowheader", { name: "3", exact: true }).waitFor();
  await page.screenshot({ path: `${pictures}samples-rows.png` });
  await page.getByRole("tab", { name: "Chart" }).click();
  await page.locator(".plot-panel svg path").first().waitFor({ state: "attached" });
  await choose(page, "Colours", "Dark");
  await page.screenshot({ path: `${pictures}samples-chart.png` });
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a connector of the second generation, written in another language, works from its address", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(nextAddress);
  await openAddress(page, foreignAddress);
  await page.getByTestId("ending").waitFor();
  await page.getByRole("button", { name: /Trees.*remark/ }).click();
  await page.getByText('GET / has no "id"').waitFor();
  await page.keyboard.press("Escape");
  await openFilter(page, "Kind");
  await page.getByRole("radio", { name: "Elm", exact: true }).check();
  await page.keyboard.press("Escape");
  expect(await showRows(page)).toBe("Complete");
  await page.getByRole("gridcell", { name: "Tree 12" }).waitFor();
  expect(await page.getByRole("gridcell", { name: "oak" }).count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});
