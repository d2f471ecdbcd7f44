import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { application, type ForeignHandler, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage, openFilter } from "./page-driver.js";
import { startConsole } from "./start-console.js";

/** The time zone of the account; empty for an error. */
let zone = "";
const received: { readonly _min: string; readonly _max: string }[] = [];
const day = { id: "day", title: "Day", type: "date", optional: true, datalist: false };

const handlers: Readonly<Record<string, ForeignHandler>> = {
  "POST /timezone": (_request, response) => {
    if (zone === "") response.writeHead(500).end();
    else sendJson(response, { timeZone: zone });
  },
  "GET /": (_request, response) =>
    sendJson(
      response,
      application({
        features: { timezone: true },
        sources: [{ id: "rows", name: "Entries", description: "", filter: [day], fields: {} }],
      }),
    ),
  "POST /validate": (_request, response) => sendJson(response, { name: "Nobody" }),
  "POST /": (_request, response, body) => {
    // The page requests rows without a filter when it opens.
    const { filter } = JSON.parse(body);
    if (filter?.day !== undefined) received.push(filter.day);
    sendJson(response, []);
  },
};

let browser: Browser;
let close: () => Promise<unknown>;
let address = "";

beforeAll(async () => {
  const foreign = await startForeign(handlers);
  const service = await startConsole([kitchenSink], [foreign.url]);
  browser = await openBrowser();
  address = `${service.url}#${new URLSearchParams({ connector: foreign.url }).toString()}`;
  close = () => Promise.all([browser.close(), service.close(), foreign.close()]);
});
afterAll(() => close());

/** Opens the filter, and types a range. */
async function typeRange(text: string) {
  const driven = await drivePage(browser, { timezoneId: "Asia/Tokyo" });
  const { page } = driven;
  await page.goto(address);
  await openFilter(page, "Day");
  await page.getByRole("combobox", { name: "Day" }).fill(text);
  return { ...driven, meaning: page.locator(".meaning") };
}

/** Formats an instant as clocks in a zone show it. */
function clock(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  }).format(new Date(instant));
}

// The clocks of Auckland go back on 5 April 2026, those of Los Angeles go forward on 8 March 2026.
test.each([
  ["Z", "UTC", "5 Apr 2026", "2026-04-05 00:00 to 2026-04-05 23:59"],
  ["Asia/Kolkata", "Asia/Kolkata", "5 Apr 2026", "2026-04-05 00:00 +05:30 to 2026-04-05 23:59 +05:30"],
  [
    "America/Los_Angeles",
    "America/Los_Angeles",
    "8 Mar 2026",
    "2026-03-08 00:00 -08:00 to 2026-03-08 23:59 -07:00",
  ],
  [
    "Pacific/Auckland",
    "Pacific/Auckland",
    "5 Apr 2026",
    "2026-04-05 00:00 +13:00 to 2026-04-05 23:59 +12:00",
  ],
  ["-03:30", "America/St_Johns", "31 Dec 2025", "2025-12-31 00:00 -03:30 to 2025-12-31 23:59 -03:30"],
] as const)("a day in %s is previewed as it is sent", async (given, timeZone, text, preview) => {
  zone = given;
  received.length = 0;
  const { page, faults, meaning } = await typeRange(text);
  await meaning.getByText(preview, { exact: true }).waitFor();
  const picked = page.locator(".picked-day input");
  await expect.poll(() => picked.first().inputValue()).toBe(preview.slice(0, 10));
  expect(await picked.last().inputValue()).toBe(preview.slice(0, 10));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Run", exact: true }).first().click();
  await expect.poll(() => received.length).toBe(1);
  const [{ _min, _max } = { _min: "", _max: "" }] = received;
  const date = preview.slice(0, 10);
  expect([clock(_min, timeZone), clock(_max, timeZone)]).toStrictEqual([
    `${date} 00:00:00`,
    `${date} 23:59:59`,
  ]);
  const shown = preview.split(" to ").map((end) => end.split(" ")[2] ?? "Z");
  expect([_min, _max].map((end) => /Z$|[+-]\d\d:\d\d$/.exec(end)?.[0])).toStrictEqual(shown);
  expect(faults).toStrictEqual([]);
  await page.context().close();
});

test("a preview names no days as long as the time zone is not known", async () => {
  zone = "";
  const { page, meaning } = await typeRange("5 Apr 2026");
  await expect.poll(() => meaning.textContent()).toBe("Days start and end in the time zone of the account");
  await page.context().close();
});
