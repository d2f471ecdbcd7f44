import { type Columns, changedFrom, id, type MakeSource, multiList, type Source, text } from "@wellhead/sdk";
import { cellOf, columnOf, type IssueField, readFields } from "../read/issue-field.js";
import { issueFields } from "../read/issue-filter.js";
import { type Issue, readIssues } from "../read/read-issues.js";

/**
 * Creates the source of issues. The columns are the system fields and the custom fields.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/
 */
export function issues<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Issues",
    description: "The oldest first",
    filter: {
      ...issueFields(),
      fields: multiList({
        title: "Fields",
        description: "Empty: all",
        optional: true,
        options: async ({ http }) =>
          (await readFields(http)).map(({ id: value, name }) => ({ title: name || value, value })),
      }),
    },
    fields: async ({ http, filter }) => columnsOf(await readFields(http, filter.fields)),
    key: ["issue id"],
    sharedFilter: ["projects", "jql"],
    // Jira does not list deleted issues, and its search may be some minutes late.
    changes: { by: "updated", fullEvery: "1 d" },
    rows: async ({ http, filter, since }) => {
      const fields = await readFields(http, filter.fields);
      const cells = fields.map((field) => [field.id, columnOf(field).column] as const);
      const ids = fields.map((field) => field.id);
      return readIssues(http, { ...filter, updated: changedFrom(filter.updated, since) }, ids).map((issue) =>
        toRow(issue, cells),
      );
    },
  });
}

const ownColumns = { "issue id": id(), "issue key": text() };

function columnsOf(fields: readonly IssueField[]): Columns {
  return { ...ownColumns, ...Object.fromEntries(fields.map((field) => [field.id, columnOf(field)])) };
}

function toRow({ id: key, key: name, fields }: Issue, columns: ReadonlyArray<readonly [string, string]>) {
  const cells = columns.map(([field, kind]) => [field, cellOf(fields?.[field], kind)] as const);
  return { "issue id": key, "issue key": name, ...Object.fromEntries(cells) };
}
