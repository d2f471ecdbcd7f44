import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A page, and the faults that occurred in it. */
export interface DrivenPage {
  readonly page: Page;
  /** Uncaught errors, and violations of the page's policy. */
  readonly faults: readonly string[];
}

/** Opens a page with a session of its own and records its faults. */
export async function drivePage(browser: Browser, options: BrowserContextOptions = {}): Promise<DrivenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/content security policy|executed/i.test(message.text())) faults.push(message.text());
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults };
}

/** Opens a connector's page from the list. */
export async function openConnector(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Connects an account of the kitchen sink. */
export async function connectToken(page: Page, token = "tea-token"): Promise<void> {
  await page.getByRole("textbox", { name: "Access token" }).fill(token);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
}

/** Requests the rows of a source and waits until they have ended. */
export async function showRows(page: Page, source?: string): Promise<string> {
  if (source !== undefined) await page.getByRole("radio", { name: source }).check();
  await page.getByRole("button", { name: "Show rows" }).click();
  return (await page.getByTestId("ending").textContent()) ?? "";
}
