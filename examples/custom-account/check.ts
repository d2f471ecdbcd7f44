// Goes through the forms of a platform as a user would. Exits non-zero when a response is wrong.
import assert from "node:assert/strict";
import { createApp } from "@wellhead/server";
import library from "./library-connector.js";

const lines: string[] = [];
function log(record: object): void {
  lines.push(JSON.stringify(record));
}
const app = await createApp({ connectors: [library], logger: { info: log, warn: log, error: log } });
const { url } = await app.listen({ port: 0 });
const account = { auth: "card", card: "L-100", pin: "4711" };

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

try {
  const validated = await post("/validate", { id: "card", fields: account });
  assert.deepEqual(validated, { status: 200, body: { ...account, name: "Ada Reader" } });

  const refused = await post("/validate", { id: "card", fields: { ...account, pin: "0000" } });
  assert.equal(refused.status, 401);
  assert.match(JSON.stringify(refused.body), /"field":"pin"/);
  assert.doesNotMatch(JSON.stringify(refused.body), /0000/);

  const shelves = await post("/datalist?source=books&field=shelf&branch=harbour", account);
  assert.deepEqual(shelves.body, [
    { title: "sea", name: "sea", value: "sea" },
    { title: "cooking", name: "cooking", value: "cooking" },
  ]);
  const early = await post("/datalist?source=books&field=shelf", account);
  assert.equal(early.status, 400);
  assert.match(JSON.stringify(early.body), /branch/);

  const filter = { branch: "harbour", shelf: "sea", added: { _min: "2026-09-01", _max: null } };
  const books = await post("/", { source: "books", account, filter });
  assert.deepEqual(books.body, [{ id: "b2", title: "The Patient Tide", added: "2026-09-14" }]);

  // The log must not contain any PIN, not even the wrong one.
  assert.ok(lines.length > 0);
  assert.doesNotMatch(lines.join("\n"), /4711|"0000"/);
} finally {
  await app.close();
}
