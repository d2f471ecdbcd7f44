import { date, defineConnector, id, text } from "@wellhead/sdk";
import { expect, it, onTestFinished } from "vitest";
import { answers } from "../upstream/answers.js";
import { startConnector } from "./start-connector.js";

const tasks = [
  { number: "1", title: "Old", updated: "2026-03-01T10:00:00Z" },
  { number: "2", title: "New", updated: "2026-03-09T10:00:00Z" },
];

const desk = defineConnector({
  id: "desk",
  name: "Desk",
  version: "1.0.0",
  description: "Tasks of a desk",
  http: { baseUrl: "https://desk.example" },
  sources: (source) => ({
    tasks: source({
      name: "Tasks",
      fields: { number: id(), title: text({ subType: "title" }), updated: date() },
      changes: { by: "updated", lookback: "1 h" },
      rows: ({ http, since }) => http.pages<(typeof tasks)[0]>("tasks", { query: { since } }),
      deleted: ({ http, since }) => http.pages<{ number: string }>("deleted", { query: { since } }),
    }),
    notes: source({
      name: "Notes",
      fields: { number: id(), title: text() },
      rows: ({ http }) => http.pages<{ number: string; title: string }>("notes"),
    }),
  }),
});

async function start() {
  const started = await startConnector(desk, {
    account: { auth: "none" },
    now: "2026-03-10T00:00:00Z",
    upstream: answers(({ url }) => {
      if (url.pathname === "/notes") return { body: [{ number: "n", title: "Note" }] };
      if (url.pathname === "/deleted") return { body: [{ number: "7" }] };
      return { body: tasks.filter(({ updated }) => updated >= (url.searchParams.get("since") ?? "")) };
    }),
  });
  onTestFinished(() => started.stop());
  return started;
}

it("changes() returns changed rows with the columns of the source, and the keys of deleted ones", async () => {
  const started = await start();
  const since = "2026-03-08T12:00:00Z";
  expect(await started.changes("tasks", { since })).toEqual({
    changed: [{ number: "2", title: "New", updated: "2026-03-09T10:00:00Z" }],
    deleted: [{ number: "7" }],
    isDelta: true,
  });
  expect(started.requests[0]?.url.searchParams.get("since")).toBe("2026-03-08T11:00:00.000Z");
});

it("changes() returns all rows of a source that does not know its changes", async () => {
  const { changed, deleted, isDelta } = await (await start()).changes<{ title: string }>("notes", {
    since: new Date("2026-03-08T12:00:00Z"),
  });
  expect([changed.map(({ title }) => title), deleted, isDelta]).toEqual([["Note"], [], false]);
});
