import { cursorInBody } from "@wellhead/sdk";

/** Paging of records. */
export const recordPaging = cursorInBody({
  cursor: "offset",
  parameter: "offset",
  size: { parameter: "pageSize", value: 100 },
});
