import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, get, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrowser } from "./open-browser.js";
import { drivePage, showRows, typeFilter } from "./page-driver.js";

const program = fileURLToPath(new URL("../../cli/bin/wellhead.js", import.meta.url));

let browser: Browser;
let upstream: Server;
let folder = "";
let command: ChildProcess;
let url = "";
let printed = "";
let refusals = 0;
/** Whether each list announces another page. */
let announces = false;

beforeAll(async () => {
  browser = await openBrowser();
  folder = await mkdtemp(join(tmpdir(), "wellhead-dev-page-"));
  // Every list is refused once, so that each is read with a second attempt.
  upstream = createServer((request, response) => {
    refusals += 1;
    if (refusals % 2 === 1) {
      response.writeHead(503).end("busy");
      return;
    }
    const moons = [
      { id: 1, name: "Io", km: 3643 },
      { id: 2, name: "Europa", km: 3122 },
    ];
    if (announces) response.setHeader("link", '<?page=2>; rel="next"');
    response.setHeader("content-type", "application/json").end(JSON.stringify({ moons, url: request.url }));
  });
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  await save((text) => text);
  command = spawn(process.execPath, [program, "dev", "moons.ts", "--port", "0"], {
    cwd: folder,
    env: { ...process.env, WELLHEAD_ALLOW: "127.0.0.0/8:*" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const output of [command.stdout, command.stderr])
    output?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await vi.waitUntil(() => printed.includes("Revision 1"), { timeout: 60_000 });
  url = /Open (\S+)/.exec(printed)?.[1] ?? "";
});

afterAll(async () => {
  await browser.close();
  command.kill();
  await once(command, "exit");
  upstream.close();
  await rm(folder, { recursive: true, force: true });
});

/** Saves the definition after a change of its text. */
async function save(change: (text: string) => string): Promise<void> {
  const address = upstream.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const path = join(folder, "moons.ts");
  const text = await readFile(path, "utf8").catch(
    () => `import { defineConnector, id, text } from "@wellhead/sdk";

interface Moon {
  readonly id: number;
  readonly name: string;
  readonly km: number;
}

export default defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  http: { baseUrl: "http://127.0.0.1:${port}/api/" },
  sources: (source) => ({
    moons: source({
      name: "Moons",
      filter: { planet: text({ title: "Planet", optional: true }) },
      fields: { id: id(), name: text() },
      rows: async ({ http, filter }) => {
        const { moons } = await http.get("moons", { query: { planet: filter.planet ?? "any" } }).json<{ moons: Moon[] }>();
        return moons.map(({ id, name }) => ({ id: String(id), name }));
      },
    }),
  }),
});
`,
  );
  await writeFile(path, change(text));
}

/** The bar of the page that shows what happens to the files. */
const bar = (page: Page) => page.getByRole("complementary", { name: "Development" });

test("an edit reaches an open page: its state stays, rows are compared, a broken edit is shown with its line", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(url);
  await bar(page).getByText("Revision 1").waitFor();
  await showRows(page);
  await typeFilter(page, "Planet", "Jupiter");
  await showRows(page);
  const address = page.url();
  await page.evaluate(() => Object.assign(globalThis, { stillHere: true }));

  // On a machine that is short of processors, the command takes waiting for a loop, which opens the bar.
  const details = bar(page).locator("details").first();
  if ((await details.getAttribute("open")) === null) await details.locator("summary").first().click();
  const call = bar(page).locator(".dev-call", { hasText: "planet=Jupiter" }).first();
  await call.waitFor();
  await call.getByText("attempt 2").waitFor();
  await call.locator("summary").click();
  await call.getByText('"name":"Europa"').waitFor();

  await save((text) => text.replace("name }))", "name: name.toUpperCase() }))"));
  await bar(page).getByText("Revision 2").waitFor();
  await bar(page).getByText("Rows: 2 changed").waitFor();
  await bar(page).getByText('~ row 2: name "Europa" → "EUROPA"').waitFor();
  expect(await page.locator(".chip", { hasText: "Jupiter" }).count()).toBe(1);
  expect(page.url()).toBe(address);
  // The rows are requested again by themselves.
  await page.getByRole("gridcell", { name: "EUROPA", exact: true }).waitFor();

  await save((text) => text.replace('name: "Moons",\n      filter', 'name: "",\n      filter'));
  await bar(page).getByText("The last save is broken, revision 2 is still served").waitFor();
  await bar(page).getByText("moons.ts:17:7").waitFor();
  await bar(page).getByText('> 17 |       name: "",').waitFor();
  await showRows(page);
  await page.getByRole("gridcell", { name: "EUROPA", exact: true }).waitFor();

  await save((text) =>
    text
      .replace('name: "",\n      filter', 'name: "Big moons",\n      filter')
      .replace("fields: { id: id(),", "fields: { id: id(), km: text(),")
      .replace("({ id, name }) => ({ id:", "({ id, name, km }) => ({ km: String(km), id:"),
  );
  await bar(page).getByText("Revision 3").waitFor();
  await page.getByRole("heading", { name: "Big moons" }).waitFor();
  await bar(page).getByText("+ column km").waitFor();
  expect(await bar(page).getByRole("alert").count()).toBe(0);
  await page.getByRole("gridcell", { name: "3122", exact: true }).waitFor();

  // Rows that throw are not those of the revision before, under its green ending.
  await save((text) =>
    text.replace("const { moons } =", 'if (filter.planet) throw new Error("No moons tonight");\n$&'),
  );
  await bar(page).getByText("Revision 4").waitFor();
  await bar(page).getByRole("alert").getByText("Error: No moons tonight").waitFor();
  await bar(page)
    .getByText(/^moons\.ts:\d+:\d+$/)
    .waitFor();
  await bar(page).getByText('if (filter.planet) throw new Error("No moons tonight")').waitFor();
  await page.getByTestId("ending").getByText("Complete").waitFor({ state: "detached" });
  await save((text) => text.replace(/if \(filter\.planet\).*\n/, ""));
  await bar(page).getByText("Revision 5").waitFor();
  await page.getByTestId("ending").getByText("Complete").waitFor();
  await page.getByRole("gridcell", { name: "3122", exact: true }).waitFor();
  expect(await bar(page).getByRole("alert").count()).toBe(0);

  announces = true;
  await showRows(page);
  await bar(page).getByText("1 remark").waitFor();
  await bar(page)
    .getByText(/^A list may be incomplete: .* no other page of \/api\/moons was requested/)
    .waitFor();

  expect(await page.evaluate(() => "stillHere" in globalThis)).toBe(true);
  expect(faults).toEqual([]);
  expect(printed).toContain("moons.moons: 2 → 2 rows, 0 added, 0 removed, 2 cells changed");
  expect(printed).toContain("at moons.ts:17:7");
  expect(printed).toMatch(/GET 127\.0\.0\.1:\d+\/api\/moons\?planet=Jupiter · 200 · \d+ ms · attempt 2/);
  await page.context().close();
});

test("the connectors and the events are reachable only under a name of this machine", async () => {
  const { port } = new URL(url);
  for (const path of ["/moons/", "/console/session"]) {
    const options = { host: "127.0.0.1", port, path, headers: { host: `evil.example:${port}` } };
    const status = await new Promise((resolve, reject) => {
      get(options, (response) => resolve(response.destroy().statusCode)).once("error", reject);
    });
    expect(status).toBe(403);
  }
});
