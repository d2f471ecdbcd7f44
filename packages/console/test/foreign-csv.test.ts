import { expect, test } from "vitest";
import { application, type ForeignHandler, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { choose, drivePage } from "./page-driver.js";
import { startConsole } from "./start-console.js";

// Times without a zone next to midnight at the end of a month, which a zone would move into another month; an amount
// beyond 2^53.
const csv = [
  "at,amount,note",
  "2026-03-31T23:59:59,9007199254740993.10,last",
  "2026-03-31T00:00:01,0.05,",
  '2026-04-01T00:00:00,-1.00,"first, quoted"',
  "",
].join("\r\n");

const day = { id: "day", title: "Day", type: "date", optional: true, datalist: false };
/** The filters of the requests for rows. */
const filters: unknown[] = [];

const handlers: Readonly<Record<string, ForeignHandler>> = {
  "POST /timezone": (_request, response) => sendJson(response, { timeZone: "+13:45" }),
  "GET /": (_request, response) => {
    const fields = { at: { name: "At", type: "date" }, amount: { name: "Amount", type: "number" } };
    sendJson(
      response,
      application({
        features: { timezone: true },
        sources: [{ id: "csv", name: "Entries", description: "", filter: [day], fields }],
      }),
    );
  },
  "POST /validate": (_request, response) => sendJson(response, { name: "Nobody" }),
  "POST /": (_request, response, body) => {
    filters.push(JSON.parse(body).filter);
    response.writeHead(200, { "content-type": "text/csv; charset=utf-8" }).end(csv);
  },
};

test("a connector that returns CSV is read in the zone of the account, shown and charted with every digit", async () => {
  const foreign = await startForeign(handlers);
  const [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [foreign.url])]);
  const { page, faults } = await drivePage(browser, { timezoneId: "America/St_Johns", locale: "en-GB" });
  await page.goto(
    `${service.url}#${new URLSearchParams({ connector: foreign.url, filter: '{"day":"31 Mar 2026"}' }).toString()}`,
  );
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByRole("gridcell", { name: "9007199254740993.1", exact: true }).waitFor();
  await page.getByRole("gridcell", { name: "first, quoted" }).waitFor();
  await page.getByRole("tab", { name: "Chart" }).click();
  await choose(page, "Unit", "month");
  await page.locator(".plot-panel svg path").first().waitFor({ state: "attached" });
  await page.getByText("The figures of this chart").click();
  const line = page.locator(".plot-numbers tbody tr");
  await line.nth(1).waitFor();
  // The mean of two amounts in March, which no double holds, and the amount of April.
  expect(await line.locator("td.amount").allTextContents()).toEqual(["4503599627370496.575", "-1"]);
  await page.getByRole("tab", { name: "Requests" }).click();
  await page.locator(".exchange", { hasText: "POST" }).first().waitFor();
  expect(filters).toEqual([
    { day: { _min: "2026-03-31T00:00:00.000+13:45", _max: "2026-03-31T23:59:59.999+13:45" } },
  ]);
  expect(faults).toEqual([]);
  await browser.close();
  await service.close();
  await foreign.close();
});
