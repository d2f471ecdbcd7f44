import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { type DrivenPage, drivePage, showRows } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

const program = fileURLToPath(new URL("odd_connector.py", import.meta.url));
let browser: Browser;
let service: ConsoleService;
let connector: ChildProcessByStdio<null, Readable, null>;
let address = "";

beforeAll(async () => {
  connector = spawn("python3", [program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line]: readonly unknown[] = await once(connector.stdout, "data");
  address = String(line).trim();
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [address])]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
  connector.kill("SIGKILL");
});

async function openSource(source: string): Promise<DrivenPage> {
  const driven = await drivePage(browser);
  await driven.page.goto(`${service.url}#${new URLSearchParams({ connector: address, source }).toString()}`);
  await driven.page.getByTestId("ending").waitFor();
  return driven;
}

test("unusual responses of a connector in Python are shown unchanged, or refused with the reason", async () => {
  const { page, faults } = await openSource("names");
  const heads = page.locator(".head-cell .column-name");
  const cell = (text: string): Promise<void> => page.getByRole("gridcell", { name: text }).first().waitFor();
  expect(await page.getByRole("gridcell").allTextContents()).toHaveLength(10);
  expect(await heads.allTextContents()).toEqual(["__proto__", "constructor", "(no name)", "Name", "name"]);
  const row = page.locator(".table-row").nth(1).getByRole("gridcell");
  const numbers = async () =>
    (await row.allTextContents()).toSorted((left, right) => Number(left) - Number(right));
  await expect.poll(numbers).toEqual(["10", "20", "30", "40", "50"]);
  await showRows(page, "letters");
  await page.getByRole("columnheader", { name: "שלום 🦊" }).waitFor();
  await page.getByRole("columnheader", { name: "zero‹U+200B›width" }).waitFor();
  await cell("a‹U+200B›b");
  await showRows(page, "giant");
  await page.getByText("1,000,000 characters").waitFor();
  await showRows(page, "deep");
  await cell('{"a":[{"a":[');
  await showRows(page, "csv");
  expect(await heads.allTextContents()).toEqual(["id", "name"]);
  await showRows(page, "empty");
  await page.getByText("The source returned no rows.").waitFor();
  await showRows(page, "late");
  await page.getByRole("columnheader", { name: "late" }).waitFor();
  await showRows(page, "expired");
  await page.getByRole("alert").getByText("The token has expired").waitFor();
  expect(await showRows(page, "page")).toBe("Failed");
  await page.getByRole("alert").getByText("The connector failed (500)").waitFor();
  await page.getByRole("button", { name: "Show the requests" }).click();
  await page.locator(".exchange-detail").getByText("500 Internal Server Error").first().waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a run that is asked for again while it is being checked is requested once", async () => {
  const { page } = await openSource("csv");
  let sendValidation: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => {
    sendValidation = resolve;
  });
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.route("**/relay**", async (route) => {
    await isHeld;
    await route.continue();
  });
  const before = Number(await page.locator(".status").getAttribute("data-run"));
  const first = page.waitForRequest(/relay/);
  await page.keyboard.press("Control+Enter");
  await first;
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Control+Enter");
  sendValidation();
  await page
    .locator(`.status[data-run="${before + 1}"]`)
    .getByTestId("ending")
    .waitFor();
  expect(sent.filter((path) => path.endsWith("/data/runs"))).toHaveLength(1);
  expect(sent.filter((path) => path.endsWith("/relay"))).toHaveLength(1);
  expect(await page.locator(".status").getAttribute("data-run")).toBe(String(before + 1));
  await page.context().close();
});

/** A script that keeps in `pending` what is scheduled and has not run, such as `setInterval 7`. */
const watchTimers = `
  globalThis.pending = new Set();
  for (const [name, stopName] of [
    ["setTimeout", "clearTimeout"],
    ["setInterval", "clearInterval"],
    ["requestAnimationFrame", "cancelAnimationFrame"],
  ]) {
    const [start, stop] = [globalThis[name], globalThis[stopName]];
    globalThis[name] = (run, ...rest) => {
      let key = "";
      const once = (...values) => {
        if (name !== "setInterval") pending.delete(key);
        run(...values);
      };
      const id = start(once, ...rest);
      key = name + " " + id;
      pending.add(key);
      return id;
    };
    globalThis[stopName] = (id) => {
      pending.delete(name + " " + id);
      stop(id);
    };
  }
`;

test("a page at rest has no timer and no frame under way", async () => {
  const { page } = await drivePage(browser);
  await page.addInitScript({ content: watchTimers });
  await page.goto(
    `${service.url}#${new URLSearchParams({ connector: address, source: "names" }).toString()}`,
  );
  await page.getByTestId("ending").waitFor();
  const pending = (): Promise<readonly string[]> =>
    // The script above defined it.
    page.evaluate(() => [...(globalThis as unknown as { pending: Set<string> }).pending]);
  for (const tab of ["Rows", "Chart", "Columns", "SQL", "Requests", "Check", "Rows"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForLoadState("networkidle");
    // What a view starts ends by itself; what repeats is always pending.
    await expect.poll(pending, { message: tab }).toEqual([]);
  }
  await page.context().close();
});
