import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { openLinks } from "./start-console.js";

/** A page, and the faults that occurred in it. */
export interface DrivenPage {
  readonly page: Page;
  /** Uncaught errors, and violations of the page's policy. */
  readonly faults: string[];
}

/** Opens a page with a session of its own and records its faults. */
export async function drivePage(browser: Browser, options: BrowserContextOptions = {}): Promise<DrivenPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    // Each step would wait for the end of a movement, and the browser would draw all its pictures.
    reducedMotion: "reduce",
    ...options,
  });
  await openLinks(context);
  const page = await context.newPage();
  // Far more than any step takes, so that a slow machine fails nothing.
  page.setDefaultTimeout(60_000);
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

/** Opens the console at a connector of its list. */
export async function openConnector(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name }).waitFor();
}

/** Opens a connector at another port of this machine, and confirms that it is one. */
export async function openAddress(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "Open a connector…" }).click();
  await page.getByLabel("Address of the connector").fill(address);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await confirmAddress(page);
}

/** Confirms that the connector whose address the page shows is one of this machine. */
export async function confirmAddress(page: Page): Promise<void> {
  await page.getByRole("button", { name: /on this machine$/ }).click();
}

/** Fills in the account form of the kitchen sink. */
export async function sendToken(page: Page, token: string): Promise<void> {
  await page.getByRole("textbox", { name: "Access token" }).fill(token);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
}

/** Connects an account of the kitchen sink, and waits for the rows that the page then requests by itself. */
export async function connectToken(page: Page): Promise<void> {
  await sendToken(page, "tea-token");
  await page.getByTestId("ending").waitFor();
}

/**
 * Connects an account of the kitchen sink in a page that the tests of a file share.
 *
 * @returns A function that loads the page again, which keeps only its session, and waits for the rows
 */
export async function shareConnected(browser: Browser, url: string): Promise<() => Promise<DrivenPage>> {
  const driven = await drivePage(browser);
  const { page, faults } = driven;
  await openConnector(page, url, "Kitchen sink");
  await connectToken(page);
  const address = page.url();
  return async () => {
    faults.length = 0;
    // Loading it again keeps its process, which has compiled its scripts. Leaving it would start others.
    await page.evaluate((text) => history.replaceState(null, "", text), address);
    await page.reload();
    const notice = page.getByRole("alert");
    await page.getByTestId("ending").or(notice).first().waitFor();
    if ((await notice.count()) > 0)
      throw new Error(`Open the page of an account: it says "${await notice.first().textContent()}"`);
    return driven;
  };
}

/** Chooses a value from the list of a control, by keyboard. */
export async function choose(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${label}: `) }).press("Enter");
  const list = page.getByRole("dialog", { name: label, exact: true });
  await list
    .locator(".picker-item")
    .filter({ has: page.getByText(value, { exact: true }) })
    .press("Enter");
  await list.waitFor({ state: "hidden" });
}

/**
 * Waits until the next panel that opens has controls.
 *
 * @returns The accessible name of the element that has the focus at that moment: if it moved there later, it would be
 *   taken from whoever already uses the panel
 */
export function focusWhenFilled(page: Page): Promise<string | null | undefined> {
  return page.evaluate(
    () =>
      new Promise<string | null | undefined>((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector("[popover]:popover-open :is(button, input)") === null) return;
          observer.disconnect();
          // After what else observes the same change, and before any event.
          queueMicrotask(() => resolve(document.activeElement?.getAttribute("aria-label")));
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
}

/** Opens the editor of a field of the filter. */
export async function openFilter(page: Page, title: string): Promise<void> {
  const chip = page.locator(".chip-button", { hasText: title });
  if ((await chip.count()) > 0) return chip.click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.locator(".picker-item", { hasText: title }).first().click();
}

/** Fills in a text field of the filter. */
export async function typeFilter(page: Page, title: string, text: string): Promise<void> {
  await openFilter(page, title);
  await page.getByRole("dialog", { name: title }).getByLabel(title).first().fill(text);
  await page.keyboard.press("Escape");
}

/** Requests the rows of a source, or of the one that is shown, and waits until they have ended. */
export async function showRows(page: Page, source?: string): Promise<string> {
  const before = Number(await page.locator(".status").getAttribute("data-run"));
  if (source === undefined) await page.getByRole("button", { name: "Run", exact: true }).click();
  else await page.getByRole("link", { name: source }).click();
  await page.waitForFunction(
    (run) => Number(document.querySelector<HTMLElement>(".status")?.dataset["run"]) > run,
    before,
  );
  return (await page.getByTestId("ending").textContent()) ?? "";
}

/** Opens the menu of the second row's third cell, after that row has been fetched. */
export async function openCellMenu(page: Page): Promise<void> {
  await page.getByRole("rowheader", { name: "2", exact: true }).waitFor();
  await page.locator("#cell-1-2").click({ button: "right" });
}

/** Clicks a button once more in the moment in which its meaning changes, as someone does who was about to click the one before. */
export async function clickAtChange(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    new MutationObserver(() => element.click()).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}
