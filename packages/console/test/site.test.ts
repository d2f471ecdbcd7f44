import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineConnector } from "@wellhead/sdk";
import { type App, createApp } from "@wellhead/server";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOptions } from "./open-browser.js";

let app: App;
let url: string;
let reads = 0;
let browser: Browser;
let page: Page;
const elsewhere = createServer((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end("<!doctype html><title>Elsewhere</title>");
});
let elsewherePort: number;

beforeAll(async () => {
  const moons = defineConnector({
    id: "moons",
    name: "Moons",
    version: "1.0.0",
    description: "Moons",
    sources: (source) => ({
      moons: source({
        name: "Moons",
        rows: () => {
          reads += 1;
          return [{ name: "Io" }];
        },
      }),
    }),
  });
  app = await createApp({ connectors: [moons], logger: false });
  ({ url } = await app.listen({ port: 0 }));
  await once(elsewhere.listen(0, "127.0.0.1"), "listening");
  // `address()` returns an object of this type for a server on a TCP port.
  elsewherePort = (elsewhere.address() as AddressInfo).port;
  const options = browserOptions();
  // Both names resolve to this machine, as a web page can do with its own domain.
  const rules = "--host-resolver-rules=MAP rebound.example 127.0.0.1,MAP evil.example 127.0.0.1";
  browser = await chromium.launch({ ...options, args: [...options.args, rules] });
  page = await browser.newPage();
}, 120_000);

afterAll(async () => {
  await browser.close();
  elsewhere.close().closeAllConnections();
  await app.close();
});

/**
 * Sends a POST from the page as scripts may do across origins: with a content type that does not need a preflight
 * request.
 */
function post(address: string): Promise<string> {
  return page.evaluate(async (target) => {
    try {
      const answer = await fetch(target, { method: "POST", mode: "no-cors", body: '{"source":"moons"}' });
      return `${answer.status} ${await answer.text()}`;
    } catch (error) {
      return String(error);
    }
  }, address);
}

test("a name that was pointed at this machine can read nothing", async () => {
  const { port } = new URL(url);
  const opened = await page.goto(`http://rebound.example:${port}/`);
  expect(opened?.status()).toBe(403);
  expect(await post("/")).toMatch(/^403 /);
  expect(reads).toBe(0);
});

test("pages of another site, and of another program on this machine, can run nothing", async () => {
  for (const host of ["evil.example", "127.0.0.1", "localhost"]) {
    await page.goto(`http://${host}:${elsewherePort}/`);
    await post(`${url}/`);
    await post(`http://localhost:${new URL(url).port}/`);
  }
  expect(reads).toBe(0);
});

test("the service's own origin works", async () => {
  expect((await page.goto(url))?.status()).toBe(200);
  const status = await page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/", { method: "POST", headers, body: '{"source":"moons"}' })).status;
  });
  expect([status, reads]).toEqual([200, 1]);
});
