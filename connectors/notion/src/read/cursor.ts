import { cursorInBody } from "@wellhead/sdk";

/**
 * How every list of Notion is paged; the cursor goes into the body of a list that is read by POST.
 *
 * @see https://developers.notion.com/reference/intro#pagination
 */
export const cursor = cursorInBody({
  cursor: "next_cursor",
  more: "has_more",
  parameter: "start_cursor",
  size: { parameter: "page_size", value: 100 },
});
