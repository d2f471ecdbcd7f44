import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

/**
 * Asks, through a proxy that speaks HTTP/3, for what only the person at the machine may see. Debian has no other client that
 * speaks it than the browser, whose page is that of the service itself, as a visitor sees it.
 *
 * @returns {Promise<readonly { what: string, got: string | undefined }[]>} Each attack, and what it got.
 */
export async function attackInBrowser({ front, internalUrl, canary, folder }) {
  const { publicKey } = new X509Certificate(readFileSync(join(folder, "tls.crt")));
  const digest = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" }));
  const hosts = front.services.map((name) => new URL(front.of(name)).host);
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--host-resolver-rules=MAP *.example 127.0.0.1",
      `--origin-to-force-quic-on=${hosts.join(",")}`,
      `--ignore-certificate-errors-spki-list=${digest.digest("base64")}`,
    ],
  });
  const lines = [];
  try {
    for (const name of front.services) {
      const page = await browser.newPage();
      await page.goto(`${front.of(name)}${name === "admin" ? "/live" : "/console/"}`);
      const spoken = await page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol");
      if (spoken !== "h3") throw new Error(`${front.name} reaches ${name} over ${spoken}`);
      for (const count of [0, 1100]) {
        const words = JSON.stringify({ target: internalUrl, count });
        const text = await page.evaluate(`(${askAll})(${words})`);
        const found = [canary, '"replica"', '"result"'].filter((one) => text.includes(one));
        const among = count === 0 ? "" : `, among ${count} header lines`;
        lines.push({
          what: `${front.name}: all that ${name} has for the person at the machine${among}`,
          got: found.length === 0 ? undefined : found.join(),
        });
      }
      await page.close();
    }
    return lines;
  } finally {
    await browser.close();
  }
}

/** In the page: the relay, a run, the events, the activity and the tools, as far as the service has them. */
const askAll = `async ({ target, count }) => {
  const many = Object.fromEntries(Array.from({ length: count }, (_, index) => ["x-d" + String(index).padStart(4, "0"), "1"]));
  const ask = (path, init = {}) => fetch(path, { ...init, headers: { ...many, ...init.headers }, signal: AbortSignal.timeout(5000) })
    .then(async (answer) => {
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (const end = Date.now() + 3000; Date.now() < end; ) {
        const next = await Promise.race([reader.read(), new Promise((done) => setTimeout(done, 2000, { done: true }))]);
        if (next.done) break;
        text += next.value;
      }
      return text;
    }, () => "");
  const token = /"token":"([^"]+)"/.exec(await ask("/console/session"))?.[1] ?? "";
  const headers = { "x-console-token": token, "x-page-token": token };
  const post = (path, body, more = {}) => ask(path, { method: "POST", body, headers: { ...headers, ...more } });
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_connectors", arguments: {} } };
  const texts = [await post("/console/connectors", JSON.stringify({ base: target, isLocal: true }))];
  texts.push(await post("/console/relay", "{}", { "x-relay-method": "GET", "x-relay-target": target }));
  texts.push(await post("/console/data/runs", JSON.stringify({ base: target, source: "rows", filter: {} })));
  texts.push(await ask("/console/events"), await post("/console/events", ""), await ask("/activity"));
  texts.push(await post("/mcp", JSON.stringify(call), { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" }));
  return texts.join();
}`;
