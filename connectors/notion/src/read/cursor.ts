import { cursorInBody } from "@wellhead/sdk";

/**
 * Paging of every list of Notion. For a list that is read by POST, the cursor is in the request body.
 *
 * @see https://developers.notion.com/reference/intro#pagination
 */
export const cursor = cursorInBody({
  cursor: "next_cursor",
  more: "has_more",
  parameter: "start_cursor",
  size: { parameter: "page_size", value: 100 },
});
