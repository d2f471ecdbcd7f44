// Serves the connector beside a small stand-in for GitHub and asserts what it answers. Exits non-zero when that is wrong.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { configureEgress } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";

const issues = [1, 2, 3].map((number) => ({
  id: number,
  number,
  title: `Title ${number}`,
  state: "open",
  updated_at: `2026-03-0${number}T10:00:00Z`,
  ...(number === 2 && { pull_request: {} }),
}));

const github = createServer(({ url = "", headers }, response) => {
  const { pathname, searchParams } = new URL(url, "http://github.example");
  response.setHeader("content-type", "application/json");
  if (headers.authorization !== "Bearer right") {
    response.writeHead(401).end('{"message":"Bad credentials"}');
  } else if (pathname === "/user") response.end('{"login":"ada"}');
  else if (pathname === "/user/repos") response.end('[{"full_name":"ada/engine"}]');
  else {
    const page = Number(searchParams.get("page") ?? 1);
    if (page < issues.length) response.setHeader("link", `<${pathname}?page=${page + 1}>; rel="next"`);
    response.end(JSON.stringify(issues.slice(page - 1, page)));
  }
});
await new Promise<void>((resolve) => {
  github.listen(0, "127.0.0.1", resolve);
});
const address = github.address();
assert.ok(typeof address === "object" && address !== null);
// The stand-in is inside the network, so the operator has to allow it.
configureEgress({ allow: `127.0.0.1/32:${address.port}` });
process.env["GITHUB_API_URL"] = `http://127.0.0.1:${address.port}`;
const { default: connector } = await import("./github-issues.js");

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const app = await createApp({ connectors: [connector], logger: silent });
const { url } = await app.listen({ port: 0 });
const account = { auth: "token", token: "right" };

async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

try {
  assert.deepEqual(await post("/validate", { fields: account }), { status: 200, body: { name: "ada" } });
  assert.equal((await post("/validate", { fields: { token: "wrong" } })).status, 401);

  const options = await post("/datalist?source=issues&field=repository", account);
  assert.deepEqual(options.body, [{ title: "ada/engine", name: "ada/engine", value: "ada/engine" }]);

  const filter = { repository: "ada/engine", updated: { _min: "2026-03-01", _max: "2026-03-03" } };
  const rows = await post("/", { source: "issues", account, filter });
  assert.deepEqual(rows.body, [
    { number: 1, title: "Title 1", state: "open", updated: "2026-03-01T10:00:00Z" },
    { number: 3, title: "Title 3", state: "open", updated: "2026-03-03T10:00:00Z" },
  ]);
  const early = { repository: "ada/engine", updated: { _max: "2026-03-02" } };
  const first = await post("/", { source: "issues", account, filter: early });
  assert.match(JSON.stringify(first.body), /^\[\{"number":1,[^{]*\}\]$/);
} finally {
  await app.close();
  github.closeAllConnections();
  github.close();
}
