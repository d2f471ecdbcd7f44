import { configureEgress } from "@wellhead/runtime";
import { describeMovingLists, type MovingItem, type MovingItems, readServed } from "@wellhead/test-support";
import { jiraConnector } from "../jira-connector.js";
import { person, type StoredIssue, startJira } from "./start-jira.js";

configureEgress({ allow: "127.0.0.1/32:*" });

/** Reads the issues from a server whose page tokens count issues, which is the worst that the documentation allows. */
async function read(list: MovingItems, filter: Readonly<Record<string, unknown>>) {
  const upstream = await startJira(({ url }) => {
    const items = url.pathname.endsWith("/search/jql") ? list.nextPage() : list.items;
    return {
      issues: items.toSorted((one, other) => one.created - other.created).map((item) => issueOf(item)),
    };
  });
  try {
    const account = { auth: "token", site: upstream.url, ...person };
    const idOf = (row: Readonly<Record<string, unknown>>) => Number(row["issue id"]);
    return await readServed(jiraConnector(), { source: "issues", account, filter, idOf });
  } finally {
    await upstream.close();
  }
}

function issueOf({ id, name, created, updated }: MovingItem): StoredIssue {
  const [first, last] = [created, updated].map((time) => new Date(time).toISOString().replace("Z", "+0000"));
  return {
    id: String(id),
    key: `ENG-${id}`,
    fields: { summary: name, created: first ?? "", updated: last ?? "" },
  };
}

/** Reads a list that is paged by `startAt`, whose total Jira may leave out. */
async function readCounted(list: MovingItems, source: string, path: RegExp) {
  const upstream = await startJira(({ url }) => {
    const items = path.test(url.pathname) ? list.nextPage() : list.items;
    const named = items.toSorted((one, other) => one.name.localeCompare(other.name));
    const oldest = items.toSorted((one, other) => one.created - other.created || one.id - other.id);
    return {
      issues: [issueOf({ id: 1, name: "One", created: 0, updated: 0 })],
      comments: { "1": oldest.map(({ id, name }) => ({ id: String(id), body: name })) },
      boards:
        source === "boards"
          ? named.map(({ id, name }) => ({ id, name, type: "scrum" }))
          : [{ id: 1, name: "Board", type: "scrum" }],
      sprints: { "1": named.map(({ id, name }) => ({ id, name, state: "future" })) },
      users: named.map(({ id, name }) => ({ accountId: String(id), displayName: name })),
    };
  });
  try {
    const account = { auth: "token", site: upstream.url, ...person };
    const idOf = (row: Readonly<Record<string, unknown>>) => Number(row["id"]);
    return await readServed(jiraConnector(), { source, account, idOf });
  } finally {
    await upstream.close();
  }
}

describeMovingLists({
  boards: { count: 170, read: (list) => readCounted(list, "boards", /\/board$/) },
  sprints: { count: 170, read: (list) => readCounted(list, "sprints", /\/sprint$/) },
  users: { count: 3100, read: (list) => readCounted(list, "users", /\/users\/search$/) },
  comments: { count: 350, read: (list) => readCounted(list, "comments", /\/comment$/) },
  issues: { count: 350, read: (list) => read(list, {}) },
  "issues of a period": { count: 350, read: (list) => read(list, { updated: { _min: "2025-12-31" } }) },
});
