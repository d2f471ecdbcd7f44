import { ConnectorError } from "../http/connector-error.js";
import { writeExactJson } from "../json/exact-json.js";
import { isRecord, type JsonRecord, textOf } from "../json/lenient-json.js";

/**
 * The position after a page. It is JSON, and may be stored. A number in it that a double would change is an
 * `ExactNumber`, so store it with `writeExactJson`.
 */
export interface PagesState {
  /** The value that the connector expects with the request for the next page. */
  readonly pagination: unknown;
  /** Number of pages before it. */
  readonly pages: number;
}

/** One page of one type. */
export interface EntityPage {
  /** Rows, unchanged. A number that a double would change is an `ExactNumber`. */
  readonly rows: readonly JsonRecord[];
  /**
   * Whether only changes are sent: `synchronizationType` is set, and not to `full`. Otherwise, an entity that no page of the
   * run contains has been deleted.
   */
  readonly isDelta: boolean;
  /** The position of the next page; `undefined` after the last one. */
  readonly state: PagesState | undefined;
}

/** The parsed response to a request for a page. */
export interface ParsedPage {
  readonly rows: readonly JsonRecord[];
  readonly isDelta: boolean;
  /** `undefined` after the last page. */
  readonly pagination: unknown;
}

/**
 * Reads the response of POST synchronizer/data.
 *
 * @param answer - The parsed response
 * @param type - Id of the requested type, for errors
 * @returns Rows and where the next page begins
 * @throws ConnectorError `invalid` when the rows or the next page cannot be found
 * @see The synchronizer contract, POST data
 */
export function readPage(answer: unknown, type: string): ParsedPage {
  const items = isRecord(answer) ? answer["items"] : undefined;
  if (!isRecord(answer) || !Array.isArray(items)) throw withoutItems(answer, type);
  for (const [index, item] of items.entries()) {
    if (!isRecord(item)) throw invalidPage(type, `expected an object, got another value in items[${index}]`);
  }
  // Some connectors write the two members next to the items.
  const given = answer["pagination"] ?? answer;
  const { hasNext, nextPageConfig, ...others } = isRecord(given) ? given : {};
  // Others write the position into `pagination` itself.
  const isFlat = given !== answer && Object.keys(others).length > 0;
  const next = nextPageConfig ?? (isFlat ? others : undefined);
  const isLast = readsLast(hasNext, next !== undefined, type);
  if (!isLast && next === undefined) throw invalidPage(type, 'it has a next page without "nextPageConfig"');
  return {
    // Each item was checked above.
    rows: items as readonly JsonRecord[],
    isDelta: isDeltaOf(answer["synchronizationType"]),
    pagination: isLast ? undefined : next,
  };
}

/** Some connectors answer a failure with status 200. */
function withoutItems(answer: unknown, type: string): ConnectorError {
  const words = isRecord(answer) ? textOf(answer, "error", "message").slice(0, maxWords) : "";
  return invalidPage(
    type,
    `expected an object with "items"${words && `, got an error: ${JSON.stringify(words)}`}`,
  );
}

/** Maximum characters of the message of a connector. */
const maxWords = 500;

const isTrue: ReadonlySet<unknown> = new Set([true, "true", 1]);
const isFalse: ReadonlySet<unknown> = new Set([false, "false", 0]);

/** Decides whether a page is the last one. A run that ends early deletes what it has not read, so a value is never guessed. */
function readsLast(hasNext: unknown, hasPosition: boolean, type: string): boolean {
  if (hasNext === undefined || hasNext === null) return !hasPosition;
  if (isTrue.has(hasNext)) return false;
  if (isFalse.has(hasNext)) return true;
  throw invalidPage(type, `expected true or false as "hasNext", got ${writeExactJson(hasNext)}`);
}

/** Rows that are not sent are deleted only if nothing but a full run can be meant. */
function isDeltaOf(synchronization: unknown): boolean {
  if (synchronization === undefined || synchronization === null) return false;
  return typeof synchronization !== "string" || synchronization.toLowerCase() !== "full";
}

/** Number of consecutive pages without new rows after which a reading is assumed to be endless. */
const maxIdlePages = 1000;

/**
 * Detects a reading that never ends: positions that repeat, or many pages in a row without anything new.
 *
 * Each position is compared with one earlier position, which is replaced after 1, 2, 4, 8 and so on pages. So memory does
 * not grow with the pages, and positions that repeat are detected after at most three times as many pages as there are
 * different positions.
 *
 * @see Brent, An improved Monte Carlo factorization algorithm, 1980, section 2
 */
export class PageProgress {
  readonly #type: string;
  #earlierPosition: string | undefined;
  /** Number of pages since the earlier position. */
  #pages = 0;
  /** Number of pages after which the earlier position is replaced. */
  #maxPages = 1;
  #previous = "[]";
  #idlePages = 0;

  /**
   * @param type - Id of the type, for errors
   * @param from - Where the reading begins; `undefined` for the first page
   */
  constructor(type: string, from: PagesState | undefined) {
    this.#type = type;
    this.#earlierPosition = from && writeExactJson(from.pagination);
  }

  /**
   * Checks the next page.
   *
   * @param page - The page
   * @throws ConnectorError `invalid` when the reading cannot end
   */
  check({ rows, pagination }: ParsedPage): void {
    if (pagination === undefined) return;
    const position = writeExactJson(pagination);
    if (position === this.#earlierPosition) {
      throw invalidPage(this.#type, "it sends the position of an earlier page, so the pages would never end");
    }
    this.#pages += 1;
    if (this.#pages === this.#maxPages) {
      this.#earlierPosition = position;
      this.#pages = 0;
      this.#maxPages *= 2;
    }
    // Comparing the ends of a page is cheap, and a page that is sent twice has the same ends.
    const ends = writeExactJson([rows.length, rows[0], rows.at(-1)]);
    this.#idlePages = rows.length === 0 || ends === this.#previous ? this.#idlePages + 1 : 0;
    this.#previous = ends;
    if (this.#idlePages < maxIdlePages) return;
    throw invalidPage(
      this.#type,
      `${maxIdlePages} pages in a row had nothing new, so the reading would never end`,
    );
  }
}

function invalidPage(type: string, reason: string): ConnectorError {
  return new ConnectorError(
    "invalid",
    `Could not read a page of "${type}": ${reason}. Report this to the author of the connector.`,
  );
}
