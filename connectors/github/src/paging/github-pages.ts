import { linkHeader } from "@wellhead/sdk";

/**
 * Pages by the `Link` header, with 100 items per page, which is the maximum.
 *
 * @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export const githubPages = linkHeader({ size: { parameter: "per_page", value: 100 } });
