import { memberAt, nextUrlInBody, type Page, type Paging } from "@wellhead/sdk";

/** Annotations of the next page in OData 4.0 and 4.01. */
const names = ["@odata.nextLink", "@nextLink"] as const;

const kinds: ReadonlyMap<string, Paging> = new Map(names.map((next) => [next, nextUrlInBody({ next })]));

/** Follows the links with which a service announces its next page. */
export const followLinks: Paging = {
  name: "next link",
  repeatsAreFaults: false,
  first: (request) => request,
  after: (page) => {
    const name = names.find((one) => memberAt(page.body, one) !== undefined);
    return (name === undefined ? undefined : kinds.get(name)?.after(page)) ?? { end: "no next page" };
  },
};

/**
 * Reports whether a page announces the next one by the number of rows before it. Rows that are inserted or deleted while
 * the set is read would move the others over the border, so such links are not followed.
 *
 * @param page - URL and body of the page, and the number of its entities
 * @returns Whether it counts rows
 */
export function countsRows({ url, body, count }: Pick<Page, "url" | "body" | "count">): boolean {
  const link = names.map((name) => memberAt(body, name)).find((one) => typeof one === "string");
  if (typeof link !== "string" || !URL.canParse(link, url.href)) return false;
  const { searchParams } = new URL(link, url);
  if (searchParams.has("$skip") || searchParams.has("skip")) return true;
  const token = searchParams.get("$skiptoken") ?? searchParams.get("skiptoken");
  return token !== null && count > 0 && token === String(count);
}

/**
 * Returns the URL of the next page of related entities, which a page announces next to them.
 *
 * @param entity - The entity
 * @param property - Its navigation property
 * @returns The URL as the service wrote it; `undefined` when all related entities are on the page
 */
export function nextRelated(entity: object, property: string): string | undefined {
  for (const name of names) {
    const link = memberAt(entity, `${property}${name}`);
    if (typeof link === "string" && link !== "") return link;
  }
  return undefined;
}
