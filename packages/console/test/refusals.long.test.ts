import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { application, type ForeignConnector, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { connectToken, drivePage, openConnector, showRows, typeFilter } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";
import { violations } from "./violations.js";

const statuses = [400, 401, 500, 502];
const fields = [
  { id: "size", title: "Size", type: "number", optional: true, datalist: false },
  { id: "weight", title: "Weight", type: "range", optional: true, datalist: false },
];
const sources = ["rows", ...statuses.map((status) => `refuses ${status}`)].map((id) => ({
  id,
  name: id,
  description: "",
  filter: id === "rows" ? fields : [],
}));

let browser: Browser;
let connector: ForeignConnector;
let service: ConsoleService;
let received = "";

beforeAll(async () => {
  connector = await startForeign({
    "GET /": (_request, response) => sendJson(response, application({ sources })),
    "POST /validate": (_request, response) => sendJson(response, { name: "Nobody" }),
    "POST /": (_request, response, body) => {
      received = body;
      const status = Number(/"refuses (\d+)"/.exec(body)?.[1] ?? 200);
      sendJson(
        response,
        status === 200 ? [{ id: 1 }] : { code: "E-17", error: `No rows for ${status}.` },
        status,
      );
    },
  });
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [connector.url])]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
  await connector.close();
});

test("a complete refusal is a refusal: its status is above the rows, and nothing says that it was cut", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(`${service.url}#${new URLSearchParams({ connector: connector.url }).toString()}`);
  await page.getByTestId("ending").getByText("Complete").waitFor();
  for (const status of statuses) {
    expect(await showRows(page, `refuses ${status}`)).toBe(status < 500 ? "Refused" : "Failed");
    const notice = page.locator(".notice", { hasText: `No rows for ${status}.` });
    await notice.getByText(`The connector ${status < 500 ? "refused" : "failed"} (${status})`).waitFor();
    await page.getByRole("tab", { name: "Requests" }).click();
    const detail = page.locator(".exchange-detail");
    await detail.getByText(new RegExp(`Status ${status} · \\d+ B · First byte .* · complete in`)).waitFor();
    await detail.getByText('"code": "E-17"').waitFor();
    const advice = (await detail.getByRole("region", { name: "What to do" }).textContent()) ?? "";
    expect(advice).not.toMatch(/middle|memory|size/);
    await page.getByRole("tab", { name: "Rows" }).click();
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test("an account that is no longer accepted is connected again in place, and the rows are requested", async () => {
  const { page, faults } = await drivePage(browser);
  const view = new URLSearchParams({ connector: connector.url, source: "refuses 401" });
  await page.goto(`${service.url}#${view.toString()}`);
  const again = page.getByRole("region", { name: "Connect again" });
  await again.waitFor();
  const before = Number(await page.locator(".status").getAttribute("data-run"));
  expect(await violations(page)).toEqual([]);
  await again.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  await page.waitForFunction(
    (run) => Number(document.querySelector<HTMLElement>(".status")?.dataset["run"]) > run,
    before,
  );
  await again.waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("numbers are sent with the digits that were typed, as one of them or as a range", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(`${service.url}#${new URLSearchParams({ connector: connector.url }).toString()}`);
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await typeFilter(page, "Size", "9007199254740993");
  await showRows(page);
  expect(received).toContain('"size":9007199254740993');
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.locator(".picker-item", { hasText: "Weight" }).click();
  await page.getByRole("textbox", { name: "from" }).fill("0.30000000000000000001");
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => received).toContain('"_min":0.30000000000000000001');
  await page.getByRole("tab", { name: "Requests" }).click();
  await page.locator(".exchange-detail").getByText('"size": 9007199254740993').waitFor();
  await page.reload();
  await page.getByTestId("ending").getByText("Complete").waitFor();
  expect(received).toContain('"size":9007199254740993');
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a stopped service of the console is not blamed on the connector", async () => {
  const own = await startConsole([kitchenSink], [connector.url]);
  const { page } = await drivePage(browser);
  await page.goto(`${own.url}#${new URLSearchParams({ connector: connector.url }).toString()}`);
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await own.close();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page
    .getByRole("alert")
    .getByText(/^Could not reach .*the service of this console does not respond/)
    .waitFor();
  await page.getByRole("tab", { name: "Requests" }).click();
  await page.getByRole("heading", { name: "The service of this console has stopped" }).waitFor();
  expect(await page.getByText("The connector could not be reached").count()).toBe(0);
  await page.context().close();
});

test.each([
  ["is full", "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"],
  [
    "forbids its storage",
    `for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get: () => { throw new DOMException("no", "SecurityError"); } });`,
  ],
])("a browser that %s shows rows, and says that questions are lost", async (_name, script) => {
  const { page, faults } = await drivePage(browser);
  await page.addInitScript(script);
  await openConnector(page, service.url, "Kitchen sink");
  await connectToken(page);
  await page.getByRole("button", { name: "Questions" }).click();
  await page.getByRole("textbox", { name: "Name of the question" }).fill("Teas");
  await page.keyboard.press("Enter");
  await page.getByText("This browser does not keep them.").waitFor();
  expect(await page.getByRole("list", { name: "Saved questions" }).textContent()).toBe("Teas");
  // The script that gives the page its token is refused, too.
  expect(faults.filter((fault) => !/full|no/.test(fault))).toEqual([]);
  await page.context().close();
});
