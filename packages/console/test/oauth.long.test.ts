import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ForeignConnector } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { startOAuth2Connector } from "./oauth2-connector.js";
import { type OAuth2Provider, startOAuth2Provider } from "./oauth2-provider.js";
import { openBrowser } from "./open-browser.js";
import { drivePage, showRows } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";

let browser: Browser;
let service: ConsoleService;
let provider: OAuth2Provider;
let connector: ForeignConnector;

beforeAll(async () => {
  connector = await startOAuth2Connector(() => provider.issuer);
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [connector.url])]);
  provider = await startOAuth2Provider(`${service.url}callback`);
});

afterAll(async () => {
  await browser.close();
  await Promise.all([service.close(), connector.close(), provider.close()]);
});

async function openPopup(page: Page): Promise<Page> {
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in with the provider" }).click();
  return popup;
}

test("OAuth 2 goes through a real popup, and the refresh is seen without showing the token", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(service.url);
  await page.getByRole("link", { name: "Signed in" }).click();
  const popup = await openPopup(page);
  await popup.getByPlaceholder("Enter any login").fill("ada");
  await popup.getByPlaceholder("and password").fill("any");
  await popup.getByRole("button", { name: "Sign-in" }).click();
  await popup.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Account: ada" }).click();
  expect(popup.isClosed()).toBe(true);
  expect(await page.locator(".account").textContent()).toContain("Sign in, expires ");
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  // The page validated the account before the rows it requested by itself, which refreshes the token too.
  const refreshes = page.locator(".refreshes li");
  await refreshes.getByText(/^\d\d:\d\d:\d\d new access token: expiry .* UTC → .* UTC/).waitFor();
  await refreshes.getByText(/^\d\d:\d\d:\d\d before a use new access token: expiry/).waitFor();
  expect(await refreshes.count()).toBe(2);
  await page.keyboard.press("Escape");
  await showRows(page);
  await page.getByRole("gridcell", { name: "oauth2" }).waitFor();
  await page.getByRole("gridcell", { name: "present" }).waitFor();
  const stored = await page.evaluate(() => sessionStorage.getItem("wellhead.accounts") ?? "");
  const [account] = JSON.parse(stored) as { members: { access_token: string; refresh_token: string } }[];
  await page.getByRole("tab", { name: "Requests" }).click();
  const lines = page.locator(".exchange");
  for (let index = 0; index < (await lines.count()); index += 1) {
    await lines.nth(index).click();
    const text = (await page.locator("body").textContent()) ?? "";
    expect(text).not.toContain(account?.members.access_token);
    expect(text).not.toContain(account?.members.refresh_token);
  }
  expect(page.url()).not.toMatch(/code=|state=/);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a person who closes the popup, or refuses, is told so", async () => {
  const { page } = await drivePage(browser);
  await page.goto(service.url);
  await page.getByRole("link", { name: "Signed in" }).click();
  const closed = await openPopup(page);
  await closed.getByPlaceholder("Enter any login").waitFor();
  await closed.close();
  const alert = page.getByRole("alert");
  expect(await alert.textContent()).toBe(
    "Could not sign in: the window was closed before the provider had answered. Sign in again.",
  );
  const refused = await openPopup(page);
  await refused.getByRole("link", { name: "Cancel" }).click();
  await alert.getByText('the provider said "End-User aborted interaction"').waitFor();
  await page.context().close();
});

test("a redirect with another state is refused", async () => {
  const { page } = await drivePage(browser);
  await page.goto(service.url);
  await page.getByRole("link", { name: "Signed in" }).click();
  const popup = await openPopup(page);
  await popup.getByPlaceholder("Enter any login").waitFor();
  const forged = await page.context().newPage();
  await forged.goto(`${service.url}callback?code=stolen&state=guessed`);
  await forged
    .getByText("You can close this window")
    .waitFor({ state: "attached" })
    .catch(() => undefined);
  expect(await page.getByRole("button", { name: "Connecting…" }).isVisible()).toBe(true);
  await page.getByRole("button", { name: "Stop waiting" }).click();
  await page.getByText("Stopped waiting for the provider.").waitFor();
  const retried = await openPopup(page);
  // Going elsewhere while the popup is on its way to the provider would be interrupted.
  await retried.getByPlaceholder("Enter any login").waitFor();
  // The callback page closes the popup.
  await retried.goto(`${service.url}callback?code=stolen`).catch(() => undefined);
  await page.getByText('the provider came back without "state"').waitFor();
  await page.context().close();
});
