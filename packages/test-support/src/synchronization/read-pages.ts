/** A page of entities, as a service returns it. */
export interface EntitiesPage {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly hasNext: boolean; readonly nextPageConfig?: object };
  readonly synchronizationType: string;
}

/**
 * Reads the pages of a run one after the other, as a platform does.
 *
 * @param post - Sends a request for data and returns the response
 * @param request - The request without its position
 * @param between - Called after each page with its number, from 1
 * @returns The pages, and the entities of all of them
 */
export async function readPages(
  post: (body: object) => Promise<unknown>,
  request: object,
  between: (page: number) => void = () => undefined,
): Promise<{ readonly pages: readonly EntitiesPage[]; readonly items: EntitiesPage["items"] }> {
  const pages: EntitiesPage[] = [];
  for (let pagination: object | undefined = {}; pagination !== undefined; ) {
    // The cast is safe: the service responds in this form.
    const page = (await post({ ...request, pagination })) as EntitiesPage;
    pages.push(page);
    pagination = page.pagination.nextPageConfig;
    between(pages.length);
  }
  return { pages, items: pages.flatMap(({ items }) => items) };
}
