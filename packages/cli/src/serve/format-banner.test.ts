import { type Application, readApplication } from "@wellhead/client";
import { expect, test } from "vitest";
import { formatTryLines } from "./format-banner.js";

const url = "http://127.0.0.1:8642/";

function example(kinds: readonly string[], filter: Readonly<Record<string, unknown>>) {
  const application: Application = readApplication({
    id: "tracker",
    name: "Tracker",
    version: "1",
    description: "",
    authentication: kinds.map((id) => ({ id, name: id, fields: [] })),
    sources: [{ id: "issues", name: "Issues" }],
  });
  const [source] = application.sources;
  if (source === undefined) throw new Error("The description has a source.");
  return { entry: { url, application }, source, filter, command: "npx wellhead" };
}

test("`formatTryLines()` requests rows with curl where no account is needed", () => {
  expect(formatTryLines(false, example(["token", "none"], { kind: ["tea"] }))).toEqual([
    `curl ${url}`,
    `curl ${url} -H 'Content-Type: application/json' -d '{"source":"issues","filter":{"kind":["tea"]},"limit":3}'`,
  ]);
});

test("`formatTryLines()` connects an account first where one is needed, and names what is missing", () => {
  expect(formatTryLines(false, example(["oauth2"], { project: "…", open: true }))).toEqual([
    `curl ${url}`,
    "# Replace … in project",
    `npx wellhead login tracker ${url}`,
    `npx wellhead pull ${url} issues --account tracker --limit 3 -f 'project=…' -f 'open=true'`,
  ]);
});

test("`formatTryLines()` has the credentials that the service asks for", () => {
  const lines = formatTryLines(true, example(["token"], {}));
  expect(lines[0]).toBe(`curl -H "Authorization: Bearer $TOKEN" ${url}`);
  expect(lines.at(-1)).toMatch(/ --token-file token\.txt$/);
});
