import { didYouMean, memberAt, type Page, type Paging, upstreamInvalid } from "@wellhead/sdk";
import type { PagingConfig } from "../config/paging-config.js";

/** A kind of paging that reads from the response what follows. */
export type AnnouncedConfig = Extract<
  PagingConfig,
  { readonly kind: "cursorInBody" | "nextUrlInBody" | "linkHeader" | "cursorInHeader" }
>;

/**
 * Refuses a first page without what announces the next one. A name that no response has may be misspelt, and then the
 * list would end after its first page.
 *
 * @param paging - The paging
 * @param config - Its configuration
 * @returns The paging, which ends only when the announcement says so, or is optional
 */
export function requireAnnounced(paging: Paging, config: AnnouncedConfig): Paging {
  if (config.optional === true) return paging;
  let isAnnounced = false;
  return {
    ...paging,
    after: (page) => {
      // Nothing can be lost after an empty list. Later pages were announced, also when the list is read again.
      if (!isAnnounced && page.index === 0 && page.count > 0) checkFirst(page, config);
      isAnnounced = true;
      return paging.after(page);
    },
  };
}

function checkFirst(page: Page, config: AnnouncedConfig): void {
  if (config.kind === "cursorInBody") {
    const { more, cursor } = config;
    const announces = more === undefined ? undefined : memberAt(page.body, more);
    if (more !== undefined && announces === undefined) throw lacks(more, memberNames(page.body));
    if (more !== undefined && announces !== null && typeof announces !== "boolean") {
      throw upstreamInvalid(
        `Could not read a list: expected true or false at "${more}", got ${typeof announces}. Check "paging".`,
      );
    }
    if (announces !== false && memberAt(page.body, cursor) === undefined)
      throw lacks(cursor, memberNames(page.body));
  } else if (config.kind === "nextUrlInBody") {
    const { next = "next" } = config;
    if (memberAt(page.body, next) === undefined) throw lacks(next, memberNames(page.body));
  } else {
    checkHeader(page, config);
  }
}

function checkHeader({ headers }: Page, config: Extract<AnnouncedConfig, { kind: `${string}Header` }>): void {
  if (config.kind === "cursorInHeader") {
    const { header } = config;
    if (headers[header.toLowerCase()] === undefined)
      throw lacks(`header ${header}`, Object.keys(headers), header);
    return;
  }
  const { relation = "next" } = config;
  const relations = [...(headers["link"] ?? "").matchAll(/;\s*rel\s*=\s*"?([^";,]+)/gi)].flatMap(
    ([, names = ""]) => names.trim().split(/\s+/),
  );
  if (!relations.includes(relation))
    throw lacks(`Link header with the relation ${relation}`, relations, relation);
}

function lacks(what: string, known: readonly string[], typed = what): Error {
  const name = what === typed ? `"${what}"` : what;
  return upstreamInvalid(
    `Could not read a list: the first page has no ${name}, so it is not known whether there are more.${didYouMean(typed, known)} Correct "paging", or set its "optional" to true if a list of one page has none.`,
  );
}

/** Maximum levels and names that are searched for the one that was probably meant. */
const searched = { levels: 4, names: 500 };

/** Returns the paths of members outside of arrays. */
function memberNames(body: unknown): readonly string[] {
  const names: string[] = [];
  const visit = (value: unknown, prefix: string, level: number): void => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || level > searched.levels)
      return;
    for (const [name, one] of Object.entries(value)) {
      if (names.length >= searched.names) return;
      names.push(`${prefix}${name}`);
      visit(one, `${prefix}${name}.`, level + 1);
    }
  };
  visit(body, "", 1);
  return names;
}
