import {
  type DateRange,
  type Http,
  isWithin,
  memberAt,
  type Pages,
  type ShapeValue,
  shape,
} from "@wellhead/sdk";
import { cursor } from "./cursor.js";
import { plainText, richText } from "./plain-text.js";

/** Whoever made or edited a page. Names are in the list of users. */
const personShape = shape.object({ id: shape.text });

/** Members of a page that are read. */
export const foundPageShape = shape.object({
  id: shape.required(shape.text),
  created_time: shape.text,
  last_edited_time: shape.text,
  created_by: personShape,
  last_edited_by: personShape,
  in_trash: shape.bool,
  url: shape.text,
  parent: shape.record(shape.anything),
  properties: shape.record(shape.anything),
});

/** A page. */
export type FoundPage = ShapeValue<typeof foundPageShape>;

/** Selection of pages. */
export interface PageSelection {
  /** Period in which they were last edited. Default: any. */
  readonly edited?: DateRange | undefined;
  /** Whether rows of databases are included. Default: `false`. */
  readonly withRows?: boolean | undefined;
}

/** Types of parents that have rows. */
const tables: ReadonlySet<unknown> = new Set(["data_source_id", "database_id"]);

/**
 * Searches for the pages that are shared with the integration, from the last edited one back to the start of the period.
 *
 * @param http - Client of the request
 * @param selection - The pages
 * @returns The pages
 * @see https://developers.notion.com/reference/post-search
 */
export function searchPages(http: Http, { edited, withRows = false }: PageSelection): Pages<FoundPage> {
  const from = edited?.min === undefined ? Number.NEGATIVE_INFINITY : Date.parse(edited.min);
  return http
    .pages("search", {
      json: {
        filter: { property: "object", value: "page" },
        sort: { timestamp: "last_edited_time", direction: "descending" },
      },
      shape: foundPageShape,
      items: "results",
      paging: {
        ...cursor,
        after: (page) => {
          const last = memberAt(page.body, `results.${page.count - 1}.last_edited_time`);
          const isOver = typeof last === "string" && Date.parse(last) < from;
          return isOver ? { end: "no further page" } : cursor.after(page);
        },
      },
      key: "id",
      order: "changing",
    })
    .filter((page) => page.in_trash !== true && isWithin(page.last_edited_time, edited))
    .filter((page) => withRows || !tables.has(page.parent?.["type"]));
}

/**
 * Returns the title of a page, which is one of its properties, under whatever name.
 *
 * @param page - The page
 * @returns The title; empty when it has none
 */
export function titleOf({ properties }: FoundPage): string {
  const title = Object.values(properties ?? {}).find((property) => memberAt(property, "type") === "title");
  return plainText(richText.read(memberAt(title, "title") ?? [], "the title of a page"));
}
