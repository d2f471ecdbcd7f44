import { cursorInBody } from "@wellhead/sdk";

/** How records are paged. */
export const recordPaging = cursorInBody({
  cursor: "offset",
  parameter: "offset",
  size: { parameter: "pageSize", value: 100 },
});
