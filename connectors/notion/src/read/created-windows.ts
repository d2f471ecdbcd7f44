import { memberAt, type PageRequest, type Paging, upstreamInvalid } from "@wellhead/sdk";
import { cursor } from "./cursor.js";

/** Maximum number of times that rows of one minute are read, of which some were missed. */
const maxReadings = 6;

/**
 * Pages through a query that is sorted by creation time, by requesting rows created since the last one. Notion does not
 * document whether its cursors count rows, so a row that disappears may shift others across the border between two
 * pages. A creation time never changes. Notion also ends a query after 10,000 results and reports that.
 *
 * Times in Notion are whole minutes. If more rows than fit on a page were created in the same minute, they are read by the
 * cursor, and again until there are no new ones. Pages overlap, so the rows need a key.
 *
 * @returns The paging, for a single read
 * @see https://developers.notion.com/reference/query-a-data-source
 */
export function createdWindows(): Paging {
  let first: PageRequest | undefined;
  let start = "";
  let minute = new BusyMinute();
  return {
    name: "time of creation",
    repeatsAreFaults: false,
    first: (request) => {
      first = cursor.first(request);
      return first;
    },
    after: (page) => {
      minute.note(page.body, start);
      const step = cursor.after(page);
      const last = memberAt(page.body, `results.${page.count - 1}.created_time`);
      const isCut = memberAt(page.body, "request_status.type") === "incomplete";
      const hasNext = "next" in step || isCut;
      const isLater = typeof last === "string" && last > start;
      if (!isLater && isCut) throw tooManyOfOneMinute();
      // A cursor is valid only for its own query.
      if (!isLater && "next" in step)
        return { next: step.next, key: `${start} ${minute.reading} ${step.key}` };
      const window = (from: string, reading: number) => ({
        next: { ...(first ?? page.request), json: startingAt(from, first?.json) },
        key: `${from} ${reading}`,
      });
      if (minute.mustReadAgain()) return window(start, minute.reading);
      if (!hasNext || typeof last !== "string") return { end: "no further page" };
      start = last;
      minute = new BusyMinute();
      return window(last, 0);
    },
  };
}

/** Rows of the minute in which a window begins, if they need more than one page. */
class BusyMinute {
  readonly #ids = new Set<unknown>();
  #pages = 0;
  #added = 0;
  /** Number of times that the rows were read before. */
  reading = 0;

  note(body: unknown, start: string): void {
    const results = memberAt(body, "results");
    this.#pages += 1;
    const rows: readonly unknown[] = Array.isArray(results) ? results : [];
    for (const row of rows) {
      const id = memberAt(row, "id");
      if (memberAt(row, "created_time") !== start || this.#ids.has(id)) continue;
      this.#ids.add(id);
      this.#added += 1;
    }
  }

  /** Returns whether the last reading may have missed rows, and begins the next one. */
  mustReadAgain(): boolean {
    if (this.#pages <= 1 || (this.reading > 0 && this.#added === 0)) return false;
    if (this.reading >= maxReadings) throw tooManyOfOneMinute();
    this.reading += 1;
    this.#pages = 0;
    this.#added = 0;
    return true;
  }
}

function tooManyOfOneMinute(): Error {
  return upstreamInvalid(
    "Could not read all rows of the data source: Notion lists 10,000 at a time, and more than that were created in the same minute. Narrow the filter.",
  );
}

function startingAt(time: string, json: PageRequest["json"]): NonNullable<PageRequest["json"]> {
  const given = memberAt(json, "filter.and");
  const others: readonly unknown[] = Array.isArray(given) ? given : [];
  return { ...json, filter: { and: [...others, createdBound("on_or_after", time)] } };
}

/**
 * Returns a filter with a bound for the creation time.
 *
 * @param comparison - Whether it is the lower or the upper bound
 * @param time - The instant
 * @returns The filter
 * @see https://developers.notion.com/reference/post-database-query-filter#timestamp
 */
export function createdBound(comparison: "on_or_after" | "on_or_before", time: string): object {
  return { timestamp: "created_time", created_time: { [comparison]: time } };
}
