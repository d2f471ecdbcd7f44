import { type Http, isMissing, memberAt, type Pages, type ShapeValue, shape } from "@wellhead/sdk";
import { byToken } from "./by-token.js";
import { type IssueFilter, isChosen, jqlOf } from "./issue-filter.js";

/** Members of an issue that are read. Its fields are named by ids. */
export const issueShape = shape.object({
  id: shape.required(shape.text),
  key: shape.required(shape.text),
  fields: shape.record(shape.anything),
});

/** An issue. */
export type Issue = ShapeValue<typeof issueShape>;

/** Maximum issues per page when only their ids are requested. */
const idsPerPage = 5000;

/**
 * Reads the issues of a filter, the oldest first. Jira does not document what its page tokens consist of. So the ids of
 * all issues are read afterwards, and those that were missed are read one by one.
 *
 * @param http - Client of the request
 * @param filter - The filter
 * @param fields - Ids of the fields to read
 * @returns The issues
 * @see
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-post
 */
export function readIssues(http: Http, filter: IssueFilter, fields: readonly string[]): Pages<Issue> {
  const asked = [...new Set([...fields, "created", "updated"])];
  return http
    .pages("api/3/search/jql", {
      json: { jql: jqlOf(filter), fields: asked },
      shape: issueShape,
      items: "issues",
      paging: byToken(),
      key: "id",
      order: "changing",
      again: {
        json: { fields: ["id"], maxResults: idsPerPage },
        complete: (items) => readEach(http, items, asked),
      },
    })
    .filter(({ fields: values }) =>
      isChosen({ created: values?.["created"], updated: values?.["updated"] }, filter),
    );
}

async function readEach(
  http: Http,
  items: readonly unknown[],
  fields: readonly string[],
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const item of items) {
    const issue = await readIssue(http, String(memberAt(item, "id")), fields);
    if (issue !== undefined) found.push(issue);
  }
  return found;
}

/**
 * Reads one issue.
 *
 * @param http - Client of the request
 * @param id - Its id
 * @param fields - Ids of the fields to read
 * @returns The issue as Jira sends it; `undefined` if it does not exist
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/#api-rest-api-3-issue-issueidorkey-get
 */
export async function readIssue(http: Http, id: string, fields: readonly string[]): Promise<unknown> {
  try {
    const query = { fields: fields.join(",") };
    return await http.get(`api/3/issue/${encodeURIComponent(id)}`, { query }).json();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
