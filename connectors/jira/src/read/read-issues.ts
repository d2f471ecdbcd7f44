import { type Http, type Pages, type ShapeValue, shape } from "@wellhead/sdk";
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

/**
 * Reads the issues of a filter, the oldest first.
 *
 * @param http - Client of the request
 * @param filter - The filter
 * @param fields - Ids of the fields to read
 * @returns The issues
 * @see
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/#api-rest-api-3-search-jql-post
 */
export function readIssues(http: Http, filter: IssueFilter, fields: readonly string[]): Pages<Issue> {
  return http
    .pages("search/jql", {
      json: { jql: jqlOf(filter), fields: [...new Set([...fields, "created", "updated"])] },
      shape: issueShape,
      items: "issues",
      paging: byToken(),
    })
    .filter(({ fields: values }) =>
      isChosen({ created: values?.["created"], updated: values?.["updated"] }, filter),
    );
}
