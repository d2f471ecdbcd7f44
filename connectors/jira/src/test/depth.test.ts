import { configureEgress } from "@wellhead/runtime";
import type { TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { jiraConnector } from "../jira-connector.js";
import { jiraContent } from "./jira-content.js";
import { cloud, person, type StoredJira, startJira } from "./start-jira.js";

let upstream: TestUpstream;
let app: App;
let url: string;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

type Row = Readonly<Record<string, unknown>>;

async function serve(jira: StoredJira) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  upstream = await startJira(() => jira);
  const connector = jiraConnector({ gateway: upstream.url, signIn: true });
  const variables = { ATLASSIAN_CLIENT_ID: "client", ATLASSIAN_CLIENT_SECRET: "client-secret" };
  app = await createApp({ connectors: [connector], accounts: { variables }, logger: false });
  ({ url } = await app.listen({ port: 0 }));
}

async function post(
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

async function read(source: string, filter: object = {}): Promise<readonly Row[]> {
  const account = { auth: "token", site: upstream.url, ...person };
  const { status, body } = await post("/", { source, filter, account });
  expect(status).toBe(200);
  return body as readonly Row[];
}

const times = { created: "2026-03-01T00:00:00.000+0000", updated: "2026-03-02T00:00:00.000+0000" };

describe("what belongs to issues", () => {
  it("has all comments, also those that a search leaves out", async () => {
    const content = jiraContent(3);
    const [first, second] = content.issues.map(({ id }) => id);
    const commentsOf = (issue: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `${issue}-${index}`,
        author: { displayName: "Ada" },
        body: {
          type: "doc",
          content: [{ type: "paragraph", content: [{ type: "text", text: `No. ${index}` }] }],
        },
        ...times,
      }));
    const comments = {
      [first ?? ""]: commentsOf(first ?? "", 230),
      [second ?? ""]: commentsOf(second ?? "", 2),
    };
    await serve({ ...content, comments });
    const rows = await read("comments");
    expect(rows).toHaveLength(232);
    expect(rows[229]).toMatchObject({ issue_id: first, author: "Ada", body: "No. 229" });
    const asked = upstream.requests.filter(({ url: address }) => address.pathname.endsWith("/comment"));
    // Pages overlap, so that comments that are deleted meanwhile shift no others out of sight.
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it("has attachments", async () => {
    const content = jiraContent(2);
    const attachment = [
      { id: "7", filename: "a.pdf", author: { displayName: "Ada" }, created: times.created, size: 12 },
      { id: "8", filename: "b.png", created: times.created, size: 3, mimeType: "image/png" },
    ];
    const issues = content.issues.map((issue, index) =>
      index === 0 ? { ...issue, fields: { ...issue.fields, attachment } } : issue,
    );
    await serve({ ...content, issues });
    expect(await read("attachments")).toMatchObject([
      { id: "7", name: "a.pdf", author: "Ada", bytes: 12, issue_id: issues[0]?.id },
      { id: "8", type: "image/png" },
    ]);
  });
});

describe("boards and sprints", () => {
  const boards = [
    {
      id: 1,
      name: "Engine",
      type: "scrum",
      location: { projectId: 9, projectKey: "ENG", projectName: "Engine" },
    },
    { id: 2, name: "Operations", type: "kanban" },
    { id: 3, name: "Both", type: "scrum" },
  ];
  const sprint = (id: number) => ({ id, name: `Sprint ${id}`, state: "closed", originBoardId: 1 });
  const sprints = {
    "1": Array.from({ length: 130 }, (_, id) => sprint(id)),
    "3": [sprint(129), sprint(500)],
  };

  it("are all read, each sprint once, and no sprints of a board that has none", async () => {
    await serve({ issues: [], boards, sprints });
    expect(await read("boards")).toMatchObject([{ id: 1, project_key: "ENG" }, { id: 2 }, { id: 3 }]);
    const ids = (await read("sprints")).map(({ id }) => id);
    expect(ids).toEqual([...Array.from({ length: 130 }, (_, id) => id), 500]);
    expect((await read("sprints", { boards: ["3"] })).map(({ id }) => id)).toEqual([129, 500]);
  });
});

it("reads users", async () => {
  const users = Array.from({ length: 1200 }, (_, id) => ({ accountId: `u${id}`, displayName: `User ${id}` }));
  await serve({ issues: [], users });
  expect(await read("users")).toHaveLength(1200);
});

describe("other accounts", () => {
  it("are tokens with scopes, whose requests go to the gateway", async () => {
    await serve(jiraContent(3));
    const account = { auth: "scoped", cloud, ...person };
    expect(await post("/validate", { id: "scoped", fields: account })).toMatchObject({
      body: { name: "Ada" },
    });
    expect((await post("/", { source: "issues", account })).body).toHaveLength(3);
    const paths = upstream.requests.map(({ url: address }) => address.pathname);
    expect(paths.every((path) => path.startsWith(`/ex/jira/${cloud}/rest/`))).toBe(true);
  });

  it("are those of users who signed in, for the Jira that they gave access to", async () => {
    await serve(jiraContent(3));
    const account = { auth: "oauth2", access_token: "signed-in", refresh_token: "next" };
    const { body } = await post("/validate", { id: "oauth2", fields: account });
    expect(body).toMatchObject({ name: "Engine", cloud });
    const connected = { ...account, ...(body as object) };
    expect((await post("/", { source: "issues", account: connected })).body).toHaveLength(3);
  });
});
