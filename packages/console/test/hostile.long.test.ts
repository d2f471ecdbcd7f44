import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  application,
  type ForeignConnector,
  type ForeignHandler,
  sendJson,
  startForeign,
} from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage, openAddress, showRows } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

let browser: Browser;
let service: ConsoleService;
const foreign: ForeignConnector[] = [];

beforeAll(async () => {
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink])]);
});

afterEach(async () => {
  await Promise.all(foreign.splice(0).map((connector) => connector.close()));
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

const markup = `<img src=x onerror="alert('executed')"><script>alert('executed')</script>`;
const bidi = "safe\u202Egpj.exe";

interface Opened {
  readonly page: Page;
  readonly faults: readonly string[];
  readonly connector: ForeignConnector;
}

/** Opens a connector at another address through the relay, by pasting its address. */
async function openForeign(handlers: Readonly<Record<string, ForeignHandler>>): Promise<Opened> {
  const connector = await startForeign({
    "POST /validate": (_request, response) => sendJson(response, { name: "No account" }),
    ...handlers,
  });
  foreign.push(connector);
  const { page, faults } = await drivePage(browser);
  await page.goto(service.url);
  await openAddress(page, connector.url);
  return { page, faults, connector };
}

function rowsOf(body: string | Buffer): Readonly<Record<string, ForeignHandler>> {
  return {
    "GET /": (_request, response) => sendJson(response, application({})),
    "POST /": (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    },
  };
}

test("names with markup, scripts and bidi characters are shown and do nothing", async () => {
  const rows = [{ [markup]: markup, [bidi]: bidi, "": "", __proto__x: 1, constructor: "c" }];
  const { page, faults } = await openForeign({
    "GET /": (_request, response) =>
      sendJson(
        response,
        application({
          name: `${markup}${bidi}`,
          description: markup,
          site: "javascript:alert('executed')",
          color: "red;background:url(//evil.example)",
          authentication: [
            {
              id: "none",
              name: markup,
              description: markup,
              fields: [{ id: "l", type: "link", name: markup, value: "javascript:alert('executed')" }],
            },
          ],
          sources: [
            {
              id: "rows",
              name: markup,
              description: bidi,
              filter: [{ id: "q", name: markup, type: "text", optional: true, placeholder: markup }],
            },
          ],
        }),
      ),
    "GET /logo": (_request, response) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('executed')"><script>alert('executed')</script><rect width="9" height="9"/></svg>`;
      response.writeHead(200, { "content-type": "image/svg+xml", "set-cookie": "stolen=1" }).end(svg);
    },
    "POST /validate": (_request, response) => sendJson(response, { name: `${markup}${bidi}` }),
    "POST /": (_request, response) => sendJson(response, rows),
  });
  await page.getByTestId("ending").getByText("Complete").waitFor();
  const name = page.locator(".head-button").first();
  expect(await name.textContent()).toContain(`<img src=x onerror=`);
  expect(await name.textContent()).toContain("safe‹U+202E›");
  await name.click();
  await page.keyboard.press("Escape");
  await page.getByRole("gridcell").getByText("safe‹U+202E›gpj.exe").waitFor();
  for (const tab of ["Chart", "Columns", "Requests"]) await page.getByRole("tab", { name: tab }).click();
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await page.locator("script:not([src]), img[src='x']").count()).toBe(0);
  const cookies = await page.context().cookies();
  expect(cookies.filter((cookie) => !/^wellhead-[0-9a-f]{12}$/.test(cookie.name))).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a cell of 2 MB and 500 columns leave the page usable", async () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`column ${index}`, index]));
  const { page, faults } = await openForeign(
    rowsOf(JSON.stringify([{ big: "x".repeat(2_000_000), ...wide }, wide])),
  );
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByText("2,000,000 characters").waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+ArrowRight");
  await page.getByRole("gridcell", { name: "499" }).first().waitFor();
  expect(await page.locator(".table .cell").count()).toBeLessThan(400);
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog")
    .getByText("2000000 characters in all")
    .or(page.getByText("2,000,000 characters in all"))
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Columns" }).click();
  await page.getByText("301 more: search to find them").waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a body that is not an array of rows is reported in words, with the rows before it", async () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["<html><body>Proxy</body></html>", "Cut off", "expected rows, got a web page"],
    ['{"items": []}', "Cut off", "expected a JSON array of rows, got one JSON object"],
    ['[{"a":1},{"a":}]', "Cut off", 'expected a row of JSON, got "{"a":}"'],
    ['[{"a":1},{"a":2}', "Cut off", "the array was never closed"],
    [
      '[{"a":1},{"__streamError":{"message":"Upstream <b>died</b>","code":503}}]',
      "Stopped by the connector",
      "Upstream <b>died</b>",
    ],
  ];
  let body = "";
  const { page, faults } = await openForeign({
    ...rowsOf(""),
    "POST /": (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    },
  });
  await page.getByTestId("ending").waitFor();
  for (const [answer, ending, notice] of cases) {
    body = answer;
    expect(await showRows(page)).toBe(ending);
    await page.locator(".results .notice").getByText(notice).waitFor();
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a stream that is cut in the middle keeps its rows and says so", async () => {
  const { page } = await openForeign({
    ...rowsOf(""),
    "POST /": (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('[{"a":1},{"a":2},');
      setTimeout(() => response.destroy(), 150);
    },
  });
  expect(await page.getByTestId("ending").textContent()).toBe("Cut off");
  await page.getByText("the connection was closed before the end").waitFor();
  await page.getByRole("gridcell", { name: "2", exact: true }).waitFor();
  await page.context().close();
});

test("an invalid description is reported, and so is an address that does not respond", async () => {
  const wrong = await openForeign({
    "GET /": (_request, response) => void response.end("<h1>It works</h1>"),
  });
  expect(await wrong.page.getByRole("alert").textContent()).toContain("expected JSON, got a web page");
  await wrong.page.context().close();
  const gone = await openForeign({});
  await gone.connector.close();
  foreign.length = 0;
  await gone.page.reload();
  expect(await gone.page.getByRole("alert").textContent()).toMatch(/nothing listens on port \d+/);
  await gone.page.context().close();
});

test("the relay reaches this machine and the web, and no private network", async () => {
  const { page } = await drivePage(browser);
  await page.goto(service.url);
  await openAddress(page, "http://169.254.169.254/latest/");
  expect(await page.getByRole("alert").textContent()).toContain("with the setting WELLHEAD_ALLOW");
  await page.context().close();
});
