import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "playwright-core";

/**
 * Attacks the services from pages in a browser of this machine: of another site, of another port, and of a host name that
 * was pointed at this machine.
 *
 * @returns {Promise<readonly { what: string, got: string | undefined }[]>} Each attack, and what it got.
 */
export async function attackPages({ services, internalUrl, canary, folder }) {
  const evil = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Evil</title>");
  });
  await new Promise((resolve) => {
    evil.listen(0, "127.0.0.1", resolve);
  });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP *.example 127.0.0.1"],
  });
  try {
    const { port } = evil.address();
    const lines = [];
    for (const [kind, address] of [
      ["another site", `http://evil.example:${port}/`],
      ["another port of this machine", `http://127.0.0.1:${port}/`],
    ])
      lines.push(...(await attackFrom({ kind, address, browser, services, internalUrl, canary, folder })));
    for (const name of ["serve", "console", "dev"]) {
      const page = await browser.newPage();
      const rebound = services[name].url.replace("127.0.0.1", "rebound.example");
      await page.goto(`${rebound}/console/session`).catch(() => undefined);
      const text = await page.evaluate("document.body?.innerText ?? ''");
      lines.push({
        what: `a page of a rebound host name reads the session of ${name}`,
        got: text.includes('"token"') ? "the token" : undefined,
      });
      const base = `${rebound}/console/`;
      const got = await page.evaluate(
        `(${readAll})(${JSON.stringify(base)}, ${JSON.stringify(internalUrl)})`,
      );
      lines.push({
        what: `a page of a rebound host name reads what the console of ${name} shows`,
        got: got.includes(canary) || got.includes('"token"') ? "an answer" : undefined,
      });
      await page.close();
    }
    return lines;
  } finally {
    await browser.close();
    evil.close().closeAllConnections();
  }
}

async function attackFrom({ kind, address, browser, services, internalUrl, canary, folder }) {
  const context = await browser.newContext();
  const lines = [];
  // The person has opened the console with its link, so the browser has the cookie.
  const link = /http:\S+\/console\/\S*/.exec(services.serve.text)?.[0] ?? "";
  const own = await context.newPage();
  await own.goto(link);
  await delay(500);
  const page = await context.newPage();
  await page.goto(address);
  for (const name of ["serve", "console", "dev"]) {
    const base = `${services[name].url}/console/`;
    const got = await page.evaluate(`(${readAll})(${JSON.stringify(base)}, ${JSON.stringify(internalUrl)})`);
    lines.push({
      what: `a page of ${kind} reads what the console of ${name} shows`,
      got: got.includes(canary) || got.includes('"token"') ? "an answer" : undefined,
    });
  }
  const mark = `sent-by-${kind.replaceAll(" ", "-")}`;
  const body = JSON.stringify({ source: "rows", account: { auth: "none" }, filter: { mark } });
  await page.evaluate(`fetch(${JSON.stringify(`${services.dev.url}/canary/`)}, {
    method: "POST", mode: "no-cors", headers: { "content-type": "text/plain" }, body: ${JSON.stringify(body)} }).then(() => 0, () => 0)`);
  await saveAgain(services.dev.project);
  const asked = existsSync(join(folder, "asked")) ? readFileSync(join(folder, "asked"), "utf8") : "";
  lines.push({
    what: `what a page of ${kind} sends to dev is run at the next save`,
    got: asked.includes(mark) ? "the connector was asked" : undefined,
  });
  await context.close();
  return lines;
}

/** In the page: reads all it can, with and without cookies. */
const readAll = `async (base, target) => {
  const texts = [];
  for (const credentials of ["include", "omit"])
    for (const [path, method, body] of [["session", "GET"], ["events", "POST", ""], ["relay", "POST", "{}"], ["data/runs", "POST", "{}"]])
      texts.push(await fetch(base + path, { method, body, credentials, signal: AbortSignal.timeout(1000) }).then((answer) => answer.text(), () => ""));
  return texts.join();
}`;

/** Saves the author's file twice, first without and then with its fault, and waits for the revision. */
async function saveAgain(project) {
  const path = join(project, "canary.mjs");
  const text = readFileSync(path, "utf8").replace(/\nthrow new Error\([^)]*\);\n$/, "");
  for (let count = 0; count < 2; count += 1) {
    writeFileSync(path, `${text}\n// Saved ${Date.now()}\n`);
    utimesSync(path, new Date(), new Date());
    await delay(2500);
  }
}
