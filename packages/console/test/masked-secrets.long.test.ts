import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { application, type ForeignConnector, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { choose, drivePage, openFilter, typeFilter } from "./page-driver.js";
import { encodedSecret, encodings, secretTexts } from "./secret-texts.js";
import { type ConsoleService, startConsole } from "./start-console.js";

const isProof = process.env["WELLHEAD_PROOF"] === "secrets";
const fieldCount = 4;
/** Account kinds, each with as many password fields, whose names suggest nothing. */
const kinds = Array.from({ length: secretTexts.length / fieldCount }, (_, index) => `kind-${index}`);

let browser: Browser;
let service: ConsoleService;
let foreign: ForeignConnector;
/** What the connector has received in password fields, and what it has added to accounts. */
const received = new Set<string>();

beforeAll(async () => {
  foreign = await startForeign({
    "GET /": (_request, response) => sendJson(response, described()),
    "POST /validate": (_request, response, body) => {
      // The console sends this.
      const { id, fields } = JSON.parse(body) as { id: string; fields: Record<string, string> };
      for (const name of fieldNames(id)) received.add(fields[name] ?? "");
      if (fields["who"] === "nobody")
        return sendJson(
          response,
          { code: "account_invalid", error: `It refused ${allEncoded().join(" ; ")}` },
          401,
        );
      // Half of the kinds get members that no form declares, as a session has.
      const added = {
        seat: `seat-of-${id}-${"s".repeat(20)}`,
        pair: [{ refresh_token: `again-${id}-${"r".repeat(20)}` }],
      };
      if (kinds.indexOf(id) % 2 === 0) return sendJson(response, { name: "Ada" });
      received.add(added.seat).add(added.pair[0]?.refresh_token ?? "");
      return sendJson(response, { name: "Ada", ...added });
    },
    "POST /": (_request, response, body) => {
      const { filter } = JSON.parse(body) as { filter: Record<string, string> };
      received.add(filter["unlock"] ?? "");
      received.delete("");
      if (filter["mode"] !== "fail") return sendJson(response, [{ id: 1, code: "A1", token: "of-a-row" }]);
      response.setHeader(
        "x-echo",
        allEncoded().filter((text) => /^[!-~]+$/.test(text)),
      );
      return sendJson(
        response,
        { code: "upstream_invalid", error: `It failed with ${allEncoded().join(" ; ")}` },
        502,
      );
    },
  });
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [foreign.url])]);
});

afterAll(async () => {
  await browser.close();
  await service.close();
  await foreign.close();
});

function fieldNames(kind: string): readonly string[] {
  return Array.from({ length: fieldCount }, (_, index) => `${kind}-f${index}`);
}

function described(): Record<string, unknown> {
  const field = (id: string, type: string, optional: boolean) => ({
    id,
    title: id,
    type,
    optional,
    datalist: false,
  });
  return application({
    authentication: kinds.map((id) => ({
      id,
      name: id,
      description: "",
      fields: [field("who", "text", true), ...fieldNames(id).map((name) => field(name, "password", false))],
    })),
    sources: [
      {
        id: "rows",
        name: "Rows",
        description: "",
        filter: [field("unlock", "password", true), field("mode", "text", true)],
      },
    ],
  });
}

function allEncoded(): readonly string[] {
  return [...received].flatMap((secret) => Object.values(encodings).map((encode) => encode(secret)));
}

/** Returns the secrets that a text contains, with their encodings. */
function found(text: string): readonly string[] {
  return [...received].flatMap((secret) =>
    Object.keys(encodings).flatMap((name) => {
      const own = encodedSecret(name, secret);
      const forms = [
        own,
        JSON.stringify(own).slice(1, -1),
        own.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
      ];
      return forms.some((form) => text.includes(form)) ? [`${name}: ${secret}`] : [];
    }),
  );
}

/** Opens the connector with an account of a kind, which it refuses first. */
async function connect(kind: string): Promise<Page> {
  const { page } = await drivePage(browser);
  await page.addInitScript(() => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    navigator.clipboard.writeText = async (text) => void copied.push(text);
  });
  await page.goto(`${service.url}#${new URLSearchParams({ connector: foreign.url }).toString()}`);
  await page.getByRole("radio", { name: kind, exact: true }).check({ force: true });
  for (const [index, name] of fieldNames(kind).entries())
    await page
      .getByRole("textbox", { name })
      .fill(secretTexts[kinds.indexOf(kind) * fieldCount + index] ?? "");
  const connectButton = page.getByRole("button", { name: "Connect", exact: true });
  await page.getByRole("textbox", { name: "who" }).fill("nobody");
  await connectButton.click();
  await page.getByText("It refused").waitFor();
  expect(leaking({ form: await shownBy(page) })).toEqual([]);
  await page.getByRole("textbox", { name: "who" }).fill("ada");
  await connectButton.click();
  await page.getByTestId("ending").getByText("Complete").waitFor();
  return page;
}

/** Returns a text for each way in which something leaves the page. */
async function exitsOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const exits: Record<string, string> = {};
  await page.getByRole("tab", { name: "Rows" }).click();
  exits["rows"] = await shownBy(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("tab", { name: "Requests" }).click();
  // The sign-in and the rows; the archive has all of them.
  for (const path of ["/validate", "/"]) {
    await page
      .locator(".exchange")
      .filter({ has: page.getByText(path, { exact: true }) })
      .first()
      .click();
    await page.getByRole("button", { name: /^Form of the copy: / }).click();
    const list = page.getByRole("dialog", { name: "Form of the copy" });
    const choices = await list.locator(".picker-item").allTextContents();
    await page.keyboard.press("Escape");
    for (const choice of choices) {
      await choose(page, "Form of the copy", choice);
      await page.getByRole("button", { name: `Copy as ${choice}` }).click();
    }
    await page.getByRole("button", { name: "Edit and resend" }).click();
    exits[`request ${path}`] = await shownBy(page);
    await page.getByRole("button", { name: "Edit and resend" }).click();
  }
  const archive = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as HAR" }).click();
  exits["har"] = await readFile(await (await archive).path(), "utf8");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.locator(".stored summary").first().click();
  exits["account"] = await shownBy(page);
  await page.keyboard.press("Escape");
  exits["copied"] = await page.evaluate(() => JSON.stringify(Reflect.get(globalThis, "copied")));
  expect(exits["copied"]).toContain("curl");
  exits["address"] = page.url();
  return exits;
}

/** Returns the document, and what its fields hold, except those that show dots. */
async function shownBy(page: Page): Promise<string> {
  const fields = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        "input:not([type=password]), textarea",
      ),
    ].map(({ value }) => value),
  );
  return [await page.content(), await page.title(), await page.locator("body").innerText(), ...fields].join(
    "\n",
  );
}

/** Returns the exits that show secrets, with those secrets. */
function leaking(exits: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(exits).flatMap(([exit, text]) => found(text).map((secret) => `${exit}: ${secret}`));
}

const tested = isProof ? kinds : kinds.slice(1, 2);

test("no exit of the page shows a secret of an account or a filter, before and after a reload", {
  timeout: tested.length * 300_000,
}, async () => {
  for (const kind of tested) {
    const page = await connect(kind);
    const unlock = `unlock-${kind}-${"u".repeat(12)}`;
    await typeFilter(page, "unlock", unlock);
    await typeFilter(page, "mode", "fail");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("alert").waitFor();
    expect(received.size).toBeGreaterThan(fieldCount);
    expect(leaking(await exitsOf(page))).toEqual([]);
    // The page forgets what was typed into a filter, so it cannot know it again.
    received.delete(unlock);
    await page.reload();
    await page.getByRole("tab", { name: "Rows" }).click();
    await page.getByRole("alert").waitFor();
    expect(leaking(await exitsOf(page))).toEqual([]);
    await page.context().close();
    received.clear();
  }
});

test("a secret of a filter is sent to no other source and no other connector that asks for it", async () => {
  const asked: string[] = [];
  const field = { id: "unlock", title: "unlock", type: "password", optional: true, datalist: false };
  const other = await startForeign({
    "GET /": (_request, response) =>
      sendJson(
        response,
        application({
          name: "Other",
          sources: [{ id: "rows", name: "Rows", description: "", filter: [field] }],
        }),
      ),
    "POST /validate": (_request, response) => sendJson(response, { name: "Nobody" }),
    "POST /": (_request, response, body) => {
      asked.push(body);
      sendJson(response, [{ id: 2 }]);
    },
  });
  const page = await connect("kind-0");
  await typeFilter(page, "unlock", "only-for-the-first");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect.poll(() => received.has("only-for-the-first")).toBe(true);
  await page.evaluate(
    (hash) => (location.hash = hash),
    new URLSearchParams({ connector: other.url }).toString(),
  );
  await page.getByRole("button", { name: /on this machine$/ }).click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked.join()).not.toContain("only-for-the-first");
  await openFilter(page, "unlock");
  expect(await page.getByRole("dialog", { name: "unlock" }).getByLabel("unlock").first().inputValue()).toBe(
    "",
  );
  await page.context().close();
  await other.close();
});
