import {
  bool,
  changedFrom,
  date,
  dateRange,
  type Http,
  id,
  type MakeSource,
  MissingParents,
  memberAt,
  type Source,
  text,
  url,
} from "@wellhead/sdk";
import { readMarkdown } from "../read/page-markdown.js";
import { type FoundPage, searchPages, titleOf } from "../read/search-pages.js";

/**
 * Creates the source of pages with their text.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.notion.com/reference/post-search
 */
export function pages<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Pages",
    description: "Pages that are shared with the integration, with their text",
    filter: {
      edited: dateRange({ title: "Last edited", optional: true }),
      rows: bool({
        title: "Rows of databases",
        description: "As pages, next to those outside of databases",
        optional: true,
      }),
      without_text: bool({
        title: "Without text",
        description: "The text takes a request for each page",
        optional: true,
      }),
    },
    fields: {
      id: id(),
      title: text(),
      parent: text({ description: "Kind of the parent: workspace, page, block, or data source" }),
      parent_id: text(),
      created: date(),
      created_by: text({ description: "Id of a user" }),
      edited: date(),
      edited_by: text({ description: "Id of a user" }),
      text: text({ description: "As Markdown" }),
      text_is_whole: bool({ description: "Nothing of the text is hidden from the integration" }),
      address: url(),
    },
    key: ["id"],
    sharedFilter: ["rows", "without_text"],
    // A search does not find deleted pages, and others some minutes late.
    changes: { by: "edited", fullEvery: "1 d" },
    async *rows({
      http,
      log,
      since,
      filter: { edited, rows: withRows, without_text: isWithoutText = false },
    }) {
      const missing = new MissingParents(log, "pages");
      for await (const batch of searchPages(http, { edited: changedFrom(edited, since), withRows })) {
        if (isWithoutText) {
          yield batch.map((page) => rowOf(page));
          continue;
        }
        for (const page of batch) yield* missing.read(withText(http, page));
      }
      missing.end();
    },
  });
}

async function* withText(http: Http, page: FoundPage) {
  const { markdown, isWhole } = await readMarkdown(http, page.id);
  yield [{ ...rowOf(page), text: markdown, text_is_whole: isWhole }];
}

function rowOf(page: FoundPage) {
  const kind = memberAt(page.parent, "type");
  const parent = typeof kind === "string" ? memberAt(page.parent, kind) : undefined;
  return {
    id: page.id,
    title: titleOf(page),
    parent: typeof kind === "string" ? kind.replace(/_id$/, "").replaceAll("_", " ") : null,
    parent_id: typeof parent === "string" ? parent : null,
    created: page.created_time,
    created_by: page.created_by?.id,
    edited: page.last_edited_time,
    edited_by: page.last_edited_by?.id,
    address: page.url,
  };
}
