import * as sdk from "@wellhead/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./open-browser.js";
import { drivePage, showRows } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";
import { violations } from "./violations.js";

let browser: Browser;
let service: ConsoleService;
/** Number of the requests for teas so far. */
let requests = 0;

/** Teas of which the second request lacks one, has another one, and has two other prices. */
const teas = sdk.defineConnector({
  id: "teas",
  name: "Teas",
  version: "1",
  description: "Rows that change",
  sources: (source) => ({
    teas: source({
      name: "Teas",
      fields: { code: sdk.text(), price: sdk.number(), note: sdk.text() },
      rows: () => {
        requests += 1;
        const isFirst = requests % 2 === 1;
        const changed = new Map([7, 9].map((at) => [at, isFirst ? 1.5 : 2.25]));
        const all = Array.from({ length: 40 }, (_, at) => ({
          code: `T${at}`,
          price: changed.get(at) ?? at,
          note: "tea",
        }));
        return isFirst ? all.slice(0, 39) : all.slice(1);
      },
    }),
    shops: source({
      name: "Shops",
      fields: { code: sdk.text(), city: sdk.text() },
      rows: () => [
        { code: "T1", city: "Uji" },
        { code: "S2", city: "Assam" },
      ],
    }),
  }),
});

beforeAll(async () => {
  [browser, service] = await Promise.all([openBrowser(), startConsole([teas])]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

test("two runs are compared by a suggested key, by keyboard: counts, columns, rows, and a join in SQL", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(service.url);
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByText("A comparison needs two runs with rows.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Run again" }).press("Enter");
  const rows = page.getByRole("region", { name: "Differing rows" });
  await rows.getByText("4 rows", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Key 1: code" }).count()).toBe(1);
  const counts = page.locator(".compare .summary-head");
  expect(await counts.textContent()).toBe("1 added1 removed2 changed36 the same, 39 rows before, 39 after");
  expect(await page.getByRole("list", { name: "Columns that changed" }).textContent()).toBe("price 2");
  expect(await rows.locator("tbody tr").allTextContents()).toEqual([
    "removedT0code T0 · price 0 · note tea",
    "changedT7price1.52.25",
    "changedT9price1.52.25",
    "addedT39code T39 · price 39 · note tea",
  ]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "1 removed" }).press("Enter");
  await rows.getByText("1 row", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove key 1" }).press("Enter");
  await page.getByText("their position").waitFor();
  await counts.getByText("39 changed").waitFor();
  await page.getByRole("button", { name: "Add a column to the key: Add…" }).press("Enter");
  const list = page.getByRole("dialog", { name: "Add a column to the key" });
  await list.getByRole("button", { name: "note" }).waitFor();
  expect(await violations(page)).toEqual([]);
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByText("76 rows have the key of an earlier row of the same run.").waitFor();
  await page.getByRole("button", { name: "Use code" }).press("Enter");
  await rows.getByText("4 rows", { exact: true }).waitFor();

  await showRows(page, "Shops");
  await page.getByRole("tab", { name: "Compare" }).press("Enter");
  await page.getByRole("button", { name: "Key 1: code" }).waitFor();
  await page.getByText("+ column city, − column price, − column note").waitFor();
  await page.getByRole("button", { name: /^Earlier run: Teas, .*, 39 rows$/ }).press("Enter");
  expect(await page.getByRole("dialog", { name: "Earlier run" }).getByRole("listitem").count()).toBe(3);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Open both side by side in SQL" }).press("Enter");
  // It runs by itself, once.
  await page.locator(".status").getByText("40 rows", { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("the tree beside the statement writes names into it, and an unknown column names the known ones", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(service.url);
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByRole("tab", { name: "SQL" }).click();
  const editor = page.getByRole("textbox", { name: "Statement" });
  await editor.fill("select prise from ");
  const tree = page.getByRole("navigation", { name: "Tables" });
  await tree.locator(".sql-source > summary").first().press("Enter");
  await tree.getByRole("button", { name: "price number" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await tree.getByRole("button", { name: "Insert the table teas" }).press("Enter");
  await editor.getByText('select prise from teas."teas"').waitFor();
  await page.keyboard.press("Control+Enter");
  const notice = page.getByRole("alert");
  await notice.getByText("SQL error").waitFor();
  await notice.getByText('Columns of teas."teas": code, price, note.').waitFor();
  await editor.fill("select max(");
  await tree.getByRole("button", { name: "price number" }).press("Enter");
  await editor.getByText('select max("price"').waitFor();
  await editor.fill("select 'a  b', price from teas.teas where price=-1");
  await page.getByRole("button", { name: "Format" }).press("Enter");
  const lines = ["select", "  'a  b',", "  price", "from", "  teas.teas", "where", "  price = -1"];
  await expect.poll(() => editor.locator(".cm-line").allTextContents()).toEqual(lines);
  await editor.fill("select 1 /* a /* b */ */");
  await page.getByRole("button", { name: "Format" }).press("Enter");
  await page.getByText("Could not format the statement without a change of its meaning.").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});
