import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { configureEgress } from "@wellhead/runtime";
import { type Connector, defineConnector, oauth1 } from "@wellhead/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./open-browser.js";
import { drivePage, openConnector } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

// The provider is the system's oauthlib, which is independent of this project.
const program = fileURLToPath(new URL("../../test-support/src/oauth/oauth1-provider.py", import.meta.url));
let browser: Browser;
let service: ConsoleService;
let provider: ChildProcessByStdio<Writable, Readable, null>;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  provider = spawn("/usr/bin/python3", [program], { stdio: ["pipe", "pipe", "inherit"] });
  const [line]: readonly unknown[] = await once(provider.stdout, "data");
  // The program's first line is this object.
  const { port } = JSON.parse(String(line)) as { readonly port: number };
  [browser, service] = await Promise.all([openBrowser(), startConsole([boards(`http://127.0.0.1:${port}`)])]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
  provider.stdin.end();
});

function boards(address: string): Connector {
  return defineConnector({
    id: "boards",
    name: "Boards",
    version: "1.0.0",
    description: "Signed requests only",
    http: { baseUrl: address },
    accounts: {
      oauth: oauth1({
        name: "Boards",
        requestToken: `${address}/request_token`,
        authorize: `${address}/authorize`,
        accessToken: `${address}/access_token`,
        clientId: "client",
        clientSecret: "client-secret-canary",
      }),
    },
    identify: async ({ http }) => ({ name: (await http.get("me").json<{ name: string }>()).name }),
    sources: (source) => ({
      me: source({ name: "Me", rows: async ({ http }) => [await http.get("me").json<{ method: string }>()] }),
    }),
  });
}

test("OAuth 1 goes through a real popup to an independent provider and back", async () => {
  const { page, faults } = await drivePage(browser);
  await openConnector(page, service.url, "Boards");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in with the provider" }).click();
  await popup;
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByRole("gridcell", { name: "HMAC-SHA1" }).waitFor();
  await page.getByRole("button", { name: "Account: Ada" }).click();
  await page.getByText("Stored account data").click();
  await expect.poll(() => page.locator(".stored").textContent()).toMatch(/access_secret••••••/);
  expect(faults).toEqual([]);
  await page.context().close();
});
