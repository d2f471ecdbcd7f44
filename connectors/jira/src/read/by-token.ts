import { memberAt, type Paging, upstreamInvalid } from "@wellhead/sdk";

/** Issues per page, which is the maximum when fields are requested. */
const pageSize = 100;

/**
 * Pages by the token that Jira sends with each page except the last. A page has 100 issues, unless the request says otherwise.
 *
 * @returns The paging
 * @see
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-post
 */
export function byToken(): Paging {
  return {
    name: "page token",
    repeatsAreFaults: true,
    first: (request) => ({ ...request, json: { maxResults: pageSize, ...request.json } }),
    after: ({ request, body }) => {
      const token = memberAt(body, "nextPageToken");
      if (typeof token === "string" && token !== "") {
        return { next: { ...request, json: { ...request.json, nextPageToken: token } }, key: token };
      }
      if (memberAt(body, "isLast") === false) {
        throw upstreamInvalid(
          "Could not read the next page of Jira: expected a token for it. Try again later.",
        );
      }
      return { end: "no next page" };
    },
  };
}
