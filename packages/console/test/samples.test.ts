import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./open-browser.js";
import { drivePage, showRows } from "./page-driver.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const pictures = fileURLToPath(new URL("../screenshots/", import.meta.url));
let browser: Browser;
let service: ChildProcess;
let address = "";

beforeAll(async () => {
  const words = ["packages/cli/bin/wellhead.js", "serve", "samples", "--port", "0"];
  service = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  [browser] = await Promise.all([openBrowser(), mkdir(pictures, { recursive: true })]);
  address = await new Promise<string>((resolve, reject) => {
    let printed = "";
    service.once("close", () => reject(new Error(`Serve the samples: ended with ${printed}`)));
    service.stdout?.on("data", (part: unknown) => {
      printed += String(part);
      const found = /in the browser: (\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
});

afterAll(async () => {
  await browser.close();
  service.kill("SIGKILL");
});

test("the samples can be looked at from the address that `wellhead serve` prints", async () => {
  const { page, faults } = await drivePage(browser, {
    viewport: { width: 1360, height: 850 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  await page.goto(address);
  await page.getByRole("article").getByRole("link").first().click();
  await page.getByRole("button", { name: "Forget" }).waitFor();
  expect(await showRows(page, "Bike trips")).toBe("Complete");
  await page.getByRole("rowheader", { name: "3", exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${pictures}samples-rows.png` });
  await page.getByRole("tab", { name: "Chart" }).click();
  await page.locator("svg.chart :is(circle, rect[rx])").first().waitFor();
  await page.getByRole("combobox", { name: "Colours" }).selectOption("Dark");
  await page.screenshot({ path: `${pictures}samples-chart.png` });
  expect(faults).toEqual([]);
  await page.context().close();
});
