import { defineConnector, number } from "@wellhead/sdk";
import { type App, createApp } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./open-browser.js";
import { violations } from "./violations.js";

const slow = defineConnector({
  id: "slow",
  name: "Slow",
  version: "1",
  description: "Waits",
  sources: (source) => ({
    rows: source({
      name: "Rows",
      filter: { count: number() },
      async *rows({ filter, signal }) {
        yield Array.from({ length: filter.count }, (_, index) => ({ index }));
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
      },
    }),
  }),
});

let browser: Browser;
let app: App;
let adminUrl: string;
const readers = new AbortController();

beforeAll(async () => {
  const limits = { drainDelay: 0, drainTimeout: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 };
  app = await createApp({ connectors: [slow], admin: { port: 0 }, logger: false, limits });
  const addresses = await app.listen({ port: 0 });
  adminUrl = addresses.adminUrl ?? "";
  browser = await openBrowser();
  for (const count of [300, 500]) {
    const response = await fetch(addresses.url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": `export-${count}` },
      body: JSON.stringify({ source: "rows", account: { auth: "none" }, filter: { count } }),
      signal: readers.signal,
    });
    void response.text().catch(() => undefined);
  }
});

afterAll(async () => {
  readers.abort();
  await browser.close();
  await app.close();
});

/** Opens the page, and notes everything that the browser reports, such as a violation of the policy. */
async function open(options: Parameters<Browser["newPage"]>[0]): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage(options);
  const faults: string[] = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto(app.adminProof?.linkTo(`${adminUrl}/top`) ?? "");
  await page.getByText("export-300").waitFor();
  return { page, faults };
}

test("the page of the admin port shows the requests, orders them, and says when the service is gone", async () => {
  const { page, faults } = await open({ viewport: { width: 1440, height: 800 }, colorScheme: "dark" });
  const ids = () => page.locator("tbody code").allTextContents();
  await expect.poll(ids).toEqual(["export-300", "export-500"]);
  await page.getByRole("button", { name: "Rows", exact: true }).click();
  await expect.poll(ids).toEqual(["export-500", "export-300"]);
  expect(await page.locator("#streams").textContent()).toBe("2");
  expect(await page.locator("tbody tr").first().textContent()).toMatch(/^slow rowsWaits for upstream, .*500/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Pause" }).click();
  expect(faults).toEqual([]);
  await page.route("**/activity*", (route) => route.abort());
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("alert").getByText("The service does not respond").waitFor();
  expect(await ids()).toEqual(["export-500", "export-300"]);
  await page.close();
});

test("the page of the admin port says where its link is", async () => {
  const page = await browser.newPage();
  await page.goto(`${adminUrl}/top`);
  await page.getByRole("alert").getByText("This page needs its link").waitFor();
  const link = app.adminProof?.linkTo(`${adminUrl}/top`) ?? "";
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByText("export-300").waitFor();
  expect(page.url()).toBe(`${adminUrl}/top`);
  await page.reload();
  await page.getByText("export-300").waitFor();
  await page.close();
});

test.runIf(isLong)("the page fits a phone and breaks no rule of WCAG 2.2 AA there", async () => {
  const { page, faults } = await open({ viewport: { width: 390, height: 844 }, colorScheme: "light" });
  const hidden = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("section")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(hidden).toEqual(hidden.map(() => 0));
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});
