/** Names of arguments with the number of items per page. */
export const sizeNames =
  /^_?(?:limit|per_?page|page_?(?:size|limit)|size|count|max_?(?:results|items|records)|results_?per_?page|\$top|page\[(?:size|limit)\])$/i;

/** Names of arguments with a cursor. */
export const cursorNames =
  /^(?:(?:\w+_?)?cursor|after|page_?token|next_?(?:page_?)?(?:token|id)|continuation(?:_?token)?|marker|bookmark|scroll_?id|\$skiptoken|page\[(?:cursor|after)\])$/i;

/** Names of arguments with the number of a page. */
export const pageNames = /^_?(?:page|page_?(?:number|num|no|index)|p|pg|page\[number\])$/i;

/** Names of arguments with the number of items before a page. */
export const offsetNames = /^_?(?:offset|skip|\$skip|start|start_?(?:at|index)|page\[offset\])$/i;

/** Paths of members with the address of the next page. */
export const nextUrlPaths =
  /^(?:@odata\.nextlink|(?:(?:\w+\.)?(?:_?links|paging|pagination|meta|page_?info)\.)?next(?:_?(?:url|uri|link|page|page_?url|href))?(?:\.href)?)$/i;

/** Paths of members with a cursor. */
export const cursorPaths =
  /(?:^|\.)(?:next_?(?:page_?)?(?:cursor|token|id)|next|(?:end_?)?cursor|after|continuation(?:_?token)?|marker|bookmark|scroll_?id|next_?page)$/i;

/** Paths of flags for further pages. */
export const morePaths = /(?:^|\.)(?:has_?(?:more|next(?:_?page)?)|more(?:_?available)?|is_?truncated)$/i;

/** Paths of the number of all items. */
export const totalPaths =
  /(?:^|\.)(?:total(?:_?(?:count|items|results|records|elements|hits|rows))?(?:\.value)?|count_?total|record_?count|@?odata\.?_?count)$/i;

/** Names of headers with the number of all items. */
export const totalHeaders = /^(?:x-)?(?:[a-z]{2}-)?total(?:-count|-results|-items)?$/i;

/** Names of headers with a cursor, or the number of the next page. */
export const cursorHeaders = /cursor|next-?(?:page-?)?token|^x-next-page$|continuation/i;
