import { configureEgress } from "@wellhead/runtime";
import type { TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { spoiltAnswers } from "@wellhead/test-support/upstream";
import { afterEach, describe, expect, it } from "vitest";
import { jiraConnector } from "./jira-connector.js";
import { jiraContent } from "./test/jira-content.js";
import { person, type StoredIssue, startJira } from "./test/start-jira.js";

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

type Row = Readonly<Record<string, unknown>>;

async function serve(jira: Parameters<typeof startJira>[0]) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startJira(jira);
  app = await createApp({ connectors: [jiraConnector()], logger: false });
  const { url } = await app.listen({ port: 0 });
  return async (source: string, filter: object = {}, path = "/") => {
    const account = { auth: "token", site: `${upstream.url}/`, ...person };
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source, filter, account }),
    });
    return { status: response.status, body: (await response.json()) as readonly Row[] };
  };
}

function keysOf({ body }: { readonly body: readonly Row[] }): readonly unknown[] {
  return body.map((row) => row["issue key"]);
}

describe("an issue that disappears while it is read", () => {
  it.each(["worklogs", "changes"])("is skipped by %s", async (source) => {
    const all = jiraContent(3);
    const [, second] = all.issues;
    const times = { started: "2026-01-01T00:00:00.000+0000", timeSpentSeconds: 60 };
    const history = { created: 0, items: [{ field: "status" }] };
    const each = <Value>(value: (issue: string) => Value) =>
      Object.fromEntries(all.issues.map((issue) => [issue.id, [value(issue.id)]]));
    const whole = {
      ...all,
      issues: all.issues.map((issue) => ({ ...issue, fields: { ...issue.fields, timespent: 60 } })),
      worklogs: each((issue) => ({ id: `w${issue}`, ...times })),
      changes: each((issue) => ({ id: `c${issue}`, ...history })),
    };
    const read = await serve(({ url }) =>
      url.pathname.endsWith("/search/jql")
        ? whole
        : { ...whole, issues: whole.issues.filter(({ id }) => id !== second?.id) },
    );
    const { status, body } = await read(source);
    expect([status, ...body.map((row) => row["issue_id"])]).toEqual([200, "10000", "10002"]);
  });
});

it("does not blame the filter when a page token has expired", async () => {
  const read = await serve((request) => {
    const all = jiraContent(150);
    return request.body.includes("nextPageToken") ? { ...all, tokensExpire: true } : all;
  });
  const { body } = await read("issues");
  expect(JSON.stringify(body.at(-1))).toContain("no longer knows the position in the list");
});

describe("issues", () => {
  it("have cells of the types of their fields, those of the people too", async () => {
    const read = await serve(() => jiraContent(2));
    expect((await read("issues")).body).toMatchObject([
      {
        "issue id": "10000",
        "issue key": "ENG-1",
        summary: "Story 0",
        description: "Plan\nAsk @Grace on 2026-01-01\nhttps://example.com/plan\none\ntwo",
        duedate: "2026-02-01",
        status: "In Progress",
        assignee: "Ada",
        labels: ["old", "wet"],
        customfield_10010: 3.5,
        customfield_10011: "Blue",
        customfield_10012: ["Sprint 1"],
        customfield_10013: "Bonn / Rhein",
      },
      { "issue key": "OPS-2", assignee: null, labels: [], customfield_10010: null },
    ]);
    expect((await read("issues", {}, "/schema")).body).toMatchObject({
      "issue id": { type: "id" },
      labels: { type: "array[text]" },
      customfield_10010: { type: "number", name: "Story points" },
    });
  });

  it.each([0, 1, 99, 100, 101, 250])("are all read: %i of them", async (count) => {
    const jira = jiraContent(count);
    const read = await serve(() => jira);
    expect(keysOf(await read("issues", { fields: ["summary"] }))).toEqual(jira.issues.map(({ key }) => key));
  });

  it("are those of a period, whatever the time zone of the person is", async () => {
    const jira = jiraContent(100);
    const read = await serve(() => jira);
    for (const name of ["created", "updated"]) {
      const period = { _min: "2026-01-02T23:00:00Z", _max: "2026-01-03T02:00:00Z" };
      expect(keysOf(await read("issues", { [name]: period }))).toEqual([
        "OPS-48",
        "ENG-49",
        "OPS-50",
        "ENG-51",
      ]);
    }
  });

  it("are those of some projects, and of a condition of the person's", async () => {
    const read = await serve(() => jiraContent(4));
    expect(keysOf(await read("issues", { projects: ["OPS"] }))).toEqual(["OPS-2", "OPS-4"]);
    await read("issues", { jql: "priority = High OR labels = old" });
    const { jql } = JSON.parse(upstream.requests.at(-1)?.body ?? "") as { jql: string };
    expect(jql).toBe("(priority = High OR labels = old) ORDER BY created ASC, key ASC");
  });

  it("are refused with Jira's own words when it cannot read the condition", async () => {
    const read = await serve(() => jiraContent(1));
    expect(await read("issues", { jql: "nonsense" })).toMatchObject({
      status: 400,
      body: {
        code: "invalid_field",
        field: "jql",
        error: expect.stringContaining("Expecting operator") as string,
      },
    });
  });
});

it("lists changes, worklogs, projects and statuses", async () => {
  const jira = jiraContent(3);
  const [history] = jira.changes?.["10000"] ?? [];
  const many = Array.from({ length: 120 }, (_, index) => ({ ...history, id: String(index) }));
  const read = await serve(() => ({ ...jira, changes: { "10000": many, "10002": many.slice(0, 5) } }));
  const changes = (await read("changes")).body;
  expect(changes).toHaveLength(250);
  expect(changes.slice(0, 2)).toMatchObject([
    {
      issue_key: "ENG-1",
      field: "status",
      from: "Open",
      to: "In Progress",
      changed: "2026-01-01T00:00:00.000Z",
    },
    { field: "labels", from: "", to: "old", author: "Ada" },
  ]);
  expect((await read("worklogs")).body).toMatchObject([{ id: "9", issue_key: "ENG-1", hours: 1.5 }]);
  expect((await read("projects")).body).toMatchObject([{ key: "ENG", lead: "Ada" }, { key: "OPS" }]);
  expect((await read("statuses")).body).toMatchObject([{ name: "In Progress", category: "indeterminate" }]);
});

/** Only every nth spoilt response is tried in `npm test`; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? 97);

describe("a response with one member replaced or removed", () => {
  it.each(["issues", "changes", "worklogs"] as const)(
    "makes rows of %s, or an error that is not ours",
    async (source) => {
      const whole = jiraContent(1);
      let jira = whole;
      const read = await serve(() => jira);
      const recorded = source === "issues" ? whole.issues[0]?.fields : whole[source]?.["10000"];
      const ours: string[] = [];
      for (const [index, { change, body }] of [...spoiltAnswers(recorded)].entries()) {
        if (index % every > 0) continue;
        const [issue] = whole.issues;
        const times = { created: issue?.fields.created ?? "", updated: issue?.fields.updated ?? "" };
        // Responses that Jira would not send.
        const fields = { ...(body as object), ...times } as StoredIssue["fields"];
        const list = { "10000": (Array.isArray(body) ? body : [body]) as readonly object[] };
        jira =
          source === "issues"
            ? { ...whole, issues: whole.issues.map((one) => ({ ...one, fields })) }
            : { ...whole, [source]: list };
        const answer = await read(source);
        if (answer.status === 500 || JSON.stringify(answer.body).includes('"internal"')) ours.push(change);
      }
      expect(ours).toEqual([]);
    },
    600_000,
  );
});
