import type { EntityPage } from "../src/index.js";

/** Reads all pages. */
export async function pagesOf(pages: AsyncIterable<EntityPage>): Promise<EntityPage[]> {
  const all: EntityPage[] = [];
  for await (const page of pages) all.push(page);
  return all;
}
