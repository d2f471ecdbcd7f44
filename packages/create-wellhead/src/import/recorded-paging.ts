import {
  isNamed,
  type PagingMember,
  type PagingSigns,
  pagingArguments,
  pagingOfNames,
} from "../openapi/guess-paging.js";
import type { PagingGuess } from "../openapi/paging-guess.js";
import {
  cursorHeaders,
  cursorNames,
  cursorPaths,
  morePaths,
  nextUrlPaths,
  offsetNames,
  pageNames,
  sizeNames,
  totalHeaders,
  totalPaths,
} from "../openapi/paging-names.js";
import { type Exchange, type Leaf, leavesOf } from "./exchange.js";
import type { Say } from "./imported-api.js";

/** Names of arguments that are a number of items, or a position, only where numbers were recorded. */
const numberNames = {
  size: /^(?:first|rows|top|take|num|amount)$/i,
  offset: /^(?:from|first_?(?:result|index))$/i,
};

/** Names of arguments that continue after the last item. */
const lastItemNames =
  /^(?:starting_?after|ending_?before|search_?after|since_?id|max_?id|last_?(?:id|key)|after_?id|exclusive_?start_?key)$/i;

/** Headers that say that there are further pages, and not how they are requested. */
const pagedHeaders = /^(?:content-range|x-total-pages|x-page(?:-count)?)$/;

const pagingWords =
  /\bpag(?:inat|ing\b|ed\b)|\bnext page\b|\bpage (?:number|token)|\bper page\b|\bcursor\b|\boffset\b/i;

/** Minimum length of a text that shows by itself that it was sent back. */
const minCursorLength = 6;

/** What is known about a list besides its requests. */
export interface RecordedPages {
  /**
   * Returns the items of a response.
   *
   * @param body - The response
   * @returns The items
   */
  readonly itemsOf: (body: unknown) => readonly unknown[];
  /** What the documentation says about it. */
  readonly description: string;
  /** Names what is not carried over. */
  readonly say: Say;
}

/** How a list is paged; `unknown` when it is paged in a way that is not carried over. */
export type RecordedPaging = PagingGuess | "none" | "unknown";

/**
 * Finds how a list is paged: by what a response says and a later request sends back, else by names.
 *
 * @param exchanges - Requests for the list in their order, and their responses
 * @param list - What else is known about it
 * @returns The paging; `unknown` when it is paged in another way, which is named then
 */
export function recordedPaging(exchanges: readonly Exchange[], list: RecordedPages): RecordedPaging {
  const recording = new Recording(exchanges, list);
  const found = recording.find();
  if (found !== undefined) {
    if (found.options.size === undefined && recording.sizeName !== undefined)
      list.say(`the number of items per page, because "${recording.sizeName}" was recorded without one`);
    return found;
  }
  const signs = recording.unused();
  if (signs.length === 0) return "none";
  list.say(`its paging, so only the first page is read. What shows it: ${signs.join(", ")}`);
  return "unknown";
}

/** The requests for a list, and what they show of its paging. */
class Recording {
  readonly #exchanges: readonly Exchange[];
  readonly #list: RecordedPages;
  readonly #names: readonly string[];
  readonly #headers: readonly string[];
  readonly #members: readonly PagingMember[];

  constructor(exchanges: readonly Exchange[], list: RecordedPages) {
    this.#exchanges = exchanges;
    this.#list = list;
    const sent = exchanges.flatMap((one) => [...one.sent.keys()]);
    this.#names = [...new Set([...sent, ...quotedNames(list.description)])];
    const headers = exchanges.flatMap((one) => [...one.headers]);
    // Links may lead to anything, such as a style sheet.
    const kept = headers.filter(
      ([name, value]) => name !== "link" || /rel="?(?:next|prev|first|last)\b/.test(value),
    );
    this.#headers = [...new Set(kept.map(([name]) => name))];
    this.#members = exchanges.flatMap(({ body, url }) => leavesOf(body).map((leaf) => memberOf(leaf, url)));
  }

  /** Name of the argument with the number of items per page. */
  get sizeName(): string | undefined {
    return (
      this.#names.find((name) => isNamed(sizeNames, name)) ??
      this.#names.find((name) => isNamed(numberNames.size, name) && this.#numbers(name).length > 0)
    );
  }

  find(): PagingGuess | undefined {
    const { sizeName: parameter } = this;
    const value = parameter === undefined ? 0 : Math.max(0, ...this.#numbers(parameter));
    const size = parameter === undefined || value === 0 ? undefined : { parameter, value };
    const options = size === undefined ? {} : { size };
    const followed = this.#headers.includes("link") ? undefined : this.#followed();
    if (followed !== undefined) return { ...followed, options: { ...followed.options, ...options } };
    if (this.#lastItem() !== undefined) return undefined;
    const named = pagingArguments(this.#names);
    const offset =
      named.offset ??
      this.#names.find((name) => isNamed(numberNames.offset, name) && this.#numbers(name).length > 0);
    const signs: PagingSigns = {
      ...named,
      offset,
      size,
      isFromZero: named.page !== undefined && this.#numbers(named.page).includes(0),
      headers: this.#headers,
      members: this.#members,
    };
    return this.#withStop(pagingOfNames(signs));
  }

  /** Describes what looks like paging. */
  unused(): readonly string[] {
    const patterns = [sizeNames, cursorNames, pageNames, offsetNames, lastItemNames];
    const names = this.#names.filter((name) => patterns.some((pattern) => isNamed(pattern, name)));
    const members = this.#members.filter(
      ({ path, type }) =>
        morePaths.test(path) || (type !== "anything" && (cursorPaths.test(path) || nextUrlPaths.test(path))),
    );
    const patternsOfHeaders = [/^link$/, totalHeaders, cursorHeaders, pagedHeaders];
    const headers = this.#headers.filter((name) => patternsOfHeaders.some((pattern) => pattern.test(name)));
    const { description } = this.#list;
    const sentence = description.split(/(?<=[.!?])\s|\n/).find((one) => pagingWords.test(one));
    return [
      ...names.map((name) => `the argument "${name}"`),
      ...new Set(members.map(({ path }) => `the member "${path}" of the response`)),
      ...headers.map((name) => `the header "${name}" of the response`),
      ...[this.#lastItem() ?? []].flat(),
      ...(this.#isPartial() ? ["a total that is larger than the number of items"] : []),
      ...(sentence === undefined ? [] : [`"${sentence.trim().slice(0, 160)}"`]),
    ];
  }

  /** Finds what a response says and a later request sends back. */
  #followed(): PagingGuess | undefined {
    for (const [index, earlier] of this.#exchanges.entries()) {
      const later = this.#exchanges.slice(index + 1);
      const found =
        nextAddress(earlier, later) ?? later.map((one) => this.#sentBack(earlier, one)).find(Boolean);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #sentBack(earlier: Exchange, later: Exchange): PagingGuess | undefined {
    for (const [parameter, value] of later.sent) {
      if (value === earlier.sent.get(parameter) || value === "") continue;
      const isClear = value.length >= minCursorLength;
      const member = leavesOf(earlier.body).find(
        (one) => String(one.value) === value && (isClear || cursorPaths.test(one.path)),
      );
      if (member !== undefined) {
        const more = this.#members.find(({ path, type }) => type === "boolean" && morePaths.test(path))?.path;
        return {
          builder: "cursorInBody",
          options: { cursor: member.path, parameter, ...(more !== undefined && { more }) },
          reason: `"${member.path}" of a response was sent back as "${parameter}"`,
        };
      }
      const header = [...earlier.headers].find(
        ([name, text]) => text === value && (isClear || cursorHeaders.test(name)),
      )?.[0];
      if (header !== undefined)
        return {
          builder: "cursorInHeader",
          options: { header, parameter },
          reason: `the header "${header}" of a response was sent back as "${parameter}"`,
        };
    }
    return undefined;
  }

  /** Finds an argument that is a member of the last item of the page before. */
  #lastItem(): string | undefined {
    const named = this.#names.find((name) => isNamed(lastItemNames, name));
    for (const [index, { body, sent }] of this.#exchanges.entries()) {
      const members = leavesOf(this.#list.itemsOf(body).at(-1), 2);
      for (const later of this.#exchanges.slice(index + 1))
        for (const [name, value] of later.sent) {
          if (value === sent.get(name) || !(isNamed(lastItemNames, name) || isNamed(cursorNames, name)))
            continue;
          const member = members.find((one) => String(one.value) === value);
          if (member !== undefined)
            return `the argument "${name}" is "${member.path}" of the last item of the page before`;
        }
    }
    return named && `the argument "${named}" probably continues after the last item`;
  }

  /** Returns whether a response says that it does not have all items. */
  #isPartial(): boolean {
    return this.#exchanges.some(({ body }) => {
      const count = this.#list.itemsOf(body).length;
      return (
        count > 0 &&
        leavesOf(body).some(
          ({ path, value }) => totalPaths.test(path) && typeof value === "number" && value > count,
        )
      );
    });
  }

  /** Adds where the total stops counting, if a response says that it has. */
  #withStop(guess: PagingGuess | undefined): PagingGuess | undefined {
    const total = guess?.options.total;
    if (guess === undefined || total === undefined) return guess;
    const relation = total.replace(/value$/, "relation");
    const stops = this.#exchanges.flatMap(({ body }) => {
      const leaves = new Map(leavesOf(body).map(({ path, value }) => [path, value]));
      const value = leaves.get(total);
      return leaves.get(relation) === "gte" && typeof value === "number" ? [value] : [];
    });
    return stops.length === 0
      ? guess
      : { ...guess, options: { ...guess.options, totalStopsAt: Math.min(...stops) } };
  }

  /** Returns the values of an argument, if all of them are numbers. */
  #numbers(name: string): readonly number[] {
    const values = this.#exchanges.flatMap(({ sent }) => sent.get(name) ?? []);
    return values.every((value) => /^\d{1,9}$/.test(value)) ? values.map(Number) : [];
  }
}

/** Finds the address of the next page in a response. */
function nextAddress(earlier: Exchange, later: readonly Exchange[]): PagingGuess | undefined {
  const found = leavesOf(earlier.body).find(({ path, value }) => {
    const address = addressIn(value, earlier.url);
    if (address === undefined || address === earlier.url.href) return false;
    return nextUrlPaths.test(path) || later.some(({ url }) => url.href === address);
  });
  return (
    found && {
      builder: "nextUrlInBody",
      options: { next: found.path },
      reason: `"${found.path}" of a response is the address of the next page`,
    }
  );
}

/** Returns the address in a value. Another origin is no address, because credentials are not sent to it. */
function addressIn(value: unknown, base: URL): string | undefined {
  if (typeof value !== "string" || !/^(?:https?:\/)?\/|^\?/.test(value)) return undefined;
  if (!URL.canParse(value, base.href)) return undefined;
  const url = new URL(value, base);
  return url.origin === base.origin ? url.href : undefined;
}

function memberOf({ path, value }: Leaf, base: URL): PagingMember {
  if (value === null) return { path, type: "anything" };
  if (typeof value !== "string") return { path, type: typeof value };
  return { path, type: "string", format: addressIn(value, base) === undefined ? "token" : "uri" };
}

/** Finds names of arguments that page, in quotes or in an address. */
function quotedNames(description: string): readonly string[] {
  const quoted = description.matchAll(/[`"'?&](\$?[A-Za-z][\w.-]*(?:\[\w+\])?)(?=[`"'=])/g);
  const patterns = [sizeNames, cursorNames, pageNames, offsetNames, lastItemNames];
  return [...quoted]
    .map(([, name = ""]) => name)
    .filter((name) => patterns.some((pattern) => pattern.test(name)));
}

/**
 * Lists the arguments that a paging sends.
 *
 * @param paging - The paging
 * @returns Their names
 */
export function argumentsOf(paging: RecordedPaging): readonly string[] {
  if (typeof paging === "string") return [];
  const { parameter, size } = paging.options;
  return [parameter, size?.parameter].filter((name) => name !== undefined);
}
