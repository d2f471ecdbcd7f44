import assert from "node:assert/strict";
import { date, defineConnector, id, relation, text, userRelation } from "@wellhead/sdk";

/** Checks the examples of sources that are synchronized. */
export async function checkSynchronization(): Promise<void> {
  assert.deepEqual((await tracker.sources()).get("issues")?.changes, { by: "updated", lookback: "30 min" });
  assert.equal(repository.relation?.kind, "source");
  assert.equal(assignee.relation?.kind, "user");
}

// #region relation
const repository = relation({ to: "repositories", name: "Repository", reverse: "Issues" });
// #endregion relation

// #region user-relation
const assignee = userRelation({ by: "email", name: "Assignee", reverse: "Assigned issues" });
// #endregion user-relation

// #region synchronize
const tracker = defineConnector({
  id: "tracker",
  name: "Tracker",
  version: "1.0.0",
  description: "Issues of repositories",
  sources: (source) => ({
    repositories: source({
      name: "Repositories",
      fields: { name: id() },
      rows: ({ http }) => http.pages<{ name: string }>("repositories"),
    }),
    issues: source({
      name: "Issues",
      fields: { number: id(), title: text({ subType: "title" }), repository, assignee, updated: date() },
      changes: { by: "updated", lookback: "30 min" },
      rows: ({ http, since }) => http.pages<Issue>("issues", { query: { since } }),
      deleted: ({ http, since }) => http.pages<{ number: string }>("issues/deleted", { query: { since } }),
    }),
  }),
});
// #endregion synchronize

interface Issue {
  readonly number: string;
  readonly title: string;
  readonly repository: string;
  readonly assignee: string;
  readonly updated: string;
}
