import { describeSpoiltLists, type SpoiltList } from "@wellhead/test-support/upstream";
import { jiraConnector } from "../jira-connector.js";

const times = { created: "2026-03-01T00:00:00.000+0000", updated: "2026-03-02T00:00:00.000+0000" };
const author = { accountId: "5b10", displayName: "Ada" };
const board = { id: 1, name: "Engine", type: "scrum", location: { projectId: 9, projectKey: "ENG" } };
const comment = {
  id: "1",
  author,
  updateAuthor: author,
  body: "Yes",
  visibility: { value: "Admins" },
  ...times,
};
const file = {
  id: "7",
  filename: "a.pdf",
  author,
  created: times.created,
  size: 12,
  mimeType: "a/b",
  content: "c",
};
const issueWith = (fields: object) => ({
  issues: [{ id: "1", key: "ENG-1", fields: { ...times, ...fields } }],
  isLast: true,
});

/** Responses of the sources that have none of their own elsewhere. A page without items ends the lists without a total. */
const lists: Readonly<Record<string, SpoiltList>> = {
  comments: { path: /\/search\/jql$/, answer: issueWith({ comment: { comments: [comment], total: 1 } }) },
  attachments: { path: /\/search\/jql$/, answer: issueWith({ attachment: [file] }) },
  boards: { path: /\/board$/, answer: { values: [board] } },
  sprints: {
    path: /\/board\/1\/sprint$/,
    answer: { values: [{ id: 5, name: "First", state: "active", goal: "", originBoardId: 1 }] },
    filter: { boards: ["1"] },
  },
  users: { path: /\/users\/search$/, answer: [{ ...author, accountType: "atlassian", active: true }] },
};

describeSpoiltLists({
  connector: () => jiraConnector(),
  account: (site) => ({ auth: "token", email: "ada@example.com", token: "ATATT", site }),
  lists,
});
