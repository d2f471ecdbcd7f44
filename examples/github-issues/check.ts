// Serves the connector with a small simulation of GitHub and checks its responses. Exits non-zero when one is wrong.
import assert from "node:assert/strict";
import { configureEgress } from "@wellhead/runtime";
import { startUpstream } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";

const issues = [1, 2, 3].map((number) => ({
  id: number,
  number,
  title: `Title ${number}`,
  state: "open",
  updated_at: `2026-03-0${number}T10:00:00Z`,
  ...(number === 2 && { pull_request: {} }),
}));

// #region stand-in
const github = await startUpstream(({ url: { pathname, searchParams }, headers }) => {
  if (headers.authorization !== "Bearer right") return { status: 401, body: { message: "Bad credentials" } };
  if (pathname === "/user") return { body: { login: "ada" } };
  if (pathname === "/user/repos") return { body: [{ full_name: "ada/engine" }] };
  const since = searchParams.get("since") ?? "";
  const found = issues.filter(
    ({ updated_at }) => since === "" || Date.parse(updated_at) >= Date.parse(since),
  );
  const page = Number(searchParams.get("page") ?? 1);
  const query = new URLSearchParams({ since, page: `${page + 1}` });
  const next = page < found.length && { link: `<${pathname}?${query.toString()}>; rel="next"` };
  return { ...(next && { headers: next }), body: found.slice(page - 1, page) };
});
// It is inside the network, so the operator has to allow it.
configureEgress({ allow: `127.0.0.1:${new URL(github.url).port}` });
process.env["GITHUB_API_URL"] = github.url;
// #endregion stand-in
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
  assert.deepEqual(await post("/validate", { fields: account }), {
    status: 200,
    body: { ...account, name: "ada" },
  });
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

  // A platform that keeps a copy asks for the changes since its last run.
  const lastSynchronizedAt = "2026-03-03T12:00:00.000Z";
  const run = { requestedType: "issues", account, filter: { repository: "ada/engine" }, lastSynchronizedAt };
  const page = await post("/api/v1/synchronizer/data", run);
  assert.deepEqual(page.body, {
    items: [
      { id: "3", name: "Title 3", title: "Title 3", state: "open", updated: "2026-03-03T10:00:00.000Z" },
    ],
    pagination: { hasNext: false },
    synchronizationType: "delta",
  });
} finally {
  await app.close();
  await github.close();
}
