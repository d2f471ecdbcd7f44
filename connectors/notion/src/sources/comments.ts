import {
  bool,
  date,
  dateRange,
  id,
  type MakeSource,
  MissingParents,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { cursor } from "../read/cursor.js";
import { plainText, richText } from "../read/plain-text.js";
import { searchPages } from "../read/search-pages.js";

/** Members of a comment that are read. */
export const commentShape = shape.object({
  id: shape.required(shape.text),
  discussion_id: shape.text,
  rich_text: richText,
  created_by: shape.object({ id: shape.text }),
  display_name: shape.object({ resolved_name: shape.text }),
  created_time: shape.text,
  last_edited_time: shape.text,
});

/**
 * Creates the source of the open comments on pages. Notion lists those on single blocks of a page only by the id of the
 * block.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.notion.com/reference/list-comments
 */
export function comments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Comments",
    description: "Open comments on pages. Reading takes a request for each page",
    filter: {
      edited: dateRange({ title: "Page last edited", optional: true }),
      rows: bool({ title: "Rows of databases", description: "Also comments on rows", optional: true }),
    },
    fields: {
      id: id(),
      page_id: text(),
      discussion_id: text(),
      author_id: text(),
      author: text(),
      text: text(),
      created: date(),
      edited: date(),
    },
    async *rows({ http, log, filter: { edited, rows: withRows } }) {
      const missing = new MissingParents(log, "pages");
      for await (const batch of searchPages(http, { edited, withRows })) {
        for (const page of batch) {
          const found = http
            .pages("comments", {
              query: { block_id: page.id },
              shape: commentShape,
              items: "results",
              paging: cursor,
              key: "id",
              order: "changing",
            })
            .map((comment) => ({
              id: comment.id,
              page_id: page.id,
              discussion_id: comment.discussion_id,
              author_id: comment.created_by?.id,
              author: comment.display_name?.resolved_name,
              text: plainText(comment.rich_text),
              created: comment.created_time,
              edited: comment.last_edited_time,
            }));
          yield* missing.read(found);
        }
      }
      missing.end();
    },
  });
}
