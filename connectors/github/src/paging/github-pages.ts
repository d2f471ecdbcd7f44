import { linkHeader } from "@wellhead/sdk";

/**
 * Pages of 100 items, the maximum, by the `Link` header.
 *
 * @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export const githubPages = linkHeader({ size: { parameter: "per_page", value: 100 } });
