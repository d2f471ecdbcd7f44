import assert from "node:assert/strict";
import {
  date,
  defineConnector,
  file,
  id,
  type MakeSource,
  relation,
  text,
  userRelation,
} from "@wellhead/sdk";

/** Checks the examples of sources that are synchronized. */
export async function checkSynchronization(): Promise<void> {
  assert.deepEqual((await tracker.sources()).get("issues")?.changes, { by: "updated", lookback: "30 min" });
  assert.equal(repository.relation?.kind, "source");
  assert.equal(assignee.relation?.kind, "user");
  const album = defineConnector({
    id: "album",
    name: "Album",
    version: "1.0.0",
    description: "Photos",
    sources: (source) => ({ photos: photosOf(source) }),
  });
  assert.equal(typeof (await album.sources()).get("photos")?.resource, "function");
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

function photosOf(source: MakeSource<unknown>) {
  // #region file
  const photos = source({
    name: "Photos",
    fields: { number: id(), title: text(), picture: file() },
    rows: ({ http }) => http.pages<Photo>("photos"),
    resource: ({ http, file: picture, range }) => http.get(`pictures/${picture}`).file(range),
  });
  // #endregion file
  return photos;
}

interface Photo {
  readonly number: string;
  readonly title: string;
  readonly picture: string;
}

interface Issue {
  readonly number: string;
  readonly title: string;
  readonly repository: string;
  readonly assignee: string;
  readonly updated: string;
}
