import { describeSpoiltLists, type SpoiltList } from "@wellhead/test-support/upstream";
import { notionConnector } from "../notion-connector.js";

const found = {
  id: "p0",
  created_time: "2026-01-01T00:00:00.000Z",
  last_edited_time: "2026-01-02T00:00:00.000Z",
  created_by: { object: "user", id: "u1" },
  last_edited_by: { object: "user", id: "u1" },
  in_trash: false,
  url: "https://notion.so/p0",
  parent: { type: "workspace", workspace: true },
  properties: { title: { type: "title", title: [{ plain_text: "Plan" }] } },
};
const search = { results: [found], has_more: false, next_cursor: null };
const comment = {
  id: "c1",
  discussion_id: "d1",
  rich_text: [{ plain_text: "Yes" }],
  created_by: { object: "user", id: "u1" },
  display_name: { type: "user", resolved_name: "Ada" },
  created_time: found.created_time,
  last_edited_time: found.created_time,
};

/** Responses of the sources that have none of their own elsewhere. */
const lists: Readonly<Record<string, SpoiltList>> = {
  pages: {
    path: /\/markdown$/,
    answer: { markdown: "# Plan", truncated: false, unknown_block_ids: [] },
    others: { "/search": search },
  },
  comments: {
    path: /\/comments$/,
    answer: { results: [comment], has_more: false, next_cursor: null },
    others: { "/search": search },
  },
};

describeSpoiltLists({
  connector: (url) => notionConnector({ baseUrl: `${url}/v1`, signIn: false }),
  account: () => ({ auth: "token", token: "ntn" }),
  lists,
});
