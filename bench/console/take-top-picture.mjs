// Takes the picture of the page of the admin port in docs/images: `npm run write pictures`, after a build.
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { accountInvalid, defineConnector, fields, password, text } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { chromium } from "playwright-core";

const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));

/** Returns a source that sends a batch of rows at an interval. */
function rowsOf(batch, intervalMs) {
  return async function* rows({ signal }) {
    while (!signal.aborted) {
      yield Array.from({ length: batch }, (_, id) => ({ id, note: "A line of an order" }));
      await delay(intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
}

const warehouse = defineConnector({
  id: "warehouse",
  name: "Warehouse",
  version: "1",
  description: "Orders and stock",
  accounts: { database: fields({ title: "Database", fields: { user: text(), password: password() } }) },
  identify: async ({ account }) => {
    if (account.password.reveal() !== "right")
      throw accountInvalid("Could not sign in: the password is wrong.");
    return { name: account.user };
  },
  sources: (source) => ({
    orders: source({ name: "Orders", rows: rowsOf(4000, 100) }),
    stock: source({ name: "Stock", rows: rowsOf(40, 250) }),
    lines: source({ name: "Lines", rows: rowsOf(5000, 0) }),
    returns: source({
      name: "Returns",
      rows: async ({ signal }) => delay(60_000, [], { signal }),
    }),
  }),
});

const app = await createApp({
  connectors: [warehouse],
  admin: { port: 0 },
  logger: false,
  limits: {
    drainDelay: 0,
    drainTimeout: 0,
    maxStreams: 5,
    maxEventLoopDelay: 60_000,
    maxQueueDelay: 60_000,
    maxLoopHold: 0,
  },
});
const { url, adminUrl } = await app.listen({ port: 0 });
const account = { auth: "database", user: "ada", password: "right" };

function post(path, body) {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/x-ndjson" },
    body: JSON.stringify(body),
  });
}

function readAll(source) {
  void post("/", { source, account })
    .then((response) => response.text())
    .catch(() => undefined);
}

/** Requests rows and never reads them. */
function ignore(source) {
  const body = JSON.stringify({ source, account });
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nhost: localhost\r\nx-request-id: nightly-export\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

for (const source of ["orders", "stock", "stock", "returns"]) readAll(source);
ignore("lines");
for (const user of ["bob", "bob", "bob", "eve"])
  await post("/validate", { id: "database", fields: { user, password: `wrong ${user}` } });
// A reader that has stalled for five seconds would give way to the first of these, which are to be refused.
for (let count = 0; count < 3; count += 1) await post("/", { source: "orders", account });
await delay(8000);

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 560 }, colorScheme: "light" });
await page.goto(app.adminProof.linkTo(`${adminUrl}/top`));
await page.getByText("nightly-export").waitFor();
await page.screenshot({ path: `${images}top-1440-light.png` });
await browser.close();
await app.close();
