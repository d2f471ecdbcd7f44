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
    const name = linkOf(page.body);
    return (name === undefined ? undefined : kinds.get(name)?.after(page)) ?? { end: "no next page" };
  },
};

/**
 * Returns the annotation with which a page announces the next one.
 *
 * @param body - Body of the page
 * @returns Its name; `undefined` when the page is the last one
 */
export function linkOf(body: unknown): (typeof names)[number] | undefined {
  return names.find((one) => memberAt(body, one) !== undefined);
}

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
 * Reports whether a page has only a part of the related entities of an entity.
 *
 * @param entity - The entity
 * @param property - Its navigation property
 * @returns Whether there are more
 */
export function announcesMore(entity: object, property: string): boolean {
  return names.some((name) => {
    const link = memberAt(entity, `${property}${name}`);
    return typeof link === "string" && link !== "";
  });
}
