import {
  date,
  id,
  isWithin,
  type MakeSource,
  MissingParents,
  number,
  offset,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { documentText } from "../read/document-text.js";
import { issueFields } from "../read/issue-filter.js";
import { readIssues } from "../read/read-issues.js";
import { issuesSince, periodSince } from "../read/since.js";

/** Members of a worklog that are read. */
const worklogShape = shape.object({
  id: shape.required(shape.text),
  author: shape.object({ displayName: shape.text }),
  started: shape.text,
  created: shape.text,
  updated: shape.text,
  timeSpentSeconds: shape.number,
  comment: shape.anything,
});

const worklogPaging = offset({
  parameter: "startAt",
  size: { parameter: "maxResults", value: 1000 },
  total: "total",
});

/**
 * Creates the source of the time that users logged.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-worklogs/#api-rest-api-3-issue-issueidorkey-worklog-get
 */
export function worklogs<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Worklogs",
    description: "Time that people logged; one request for each issue with time on it",
    filter: issueFields(),
    fields: {
      id: id(),
      issue_id: text(),
      issue_key: text(),
      author: text(),
      started: date(),
      created: date(),
      updated: date(),
      hours: number(),
      comment: text(),
    },
    key: ["id"],
    sharedFilter: ["projects", "jql"],
    // Jira does not list deleted worklogs, and its search may be some minutes late.
    changes: { by: "updated", fullEvery: "1 d" },
    async *rows({ http, log, filter, since }) {
      const missing = new MissingParents(log, "issues");
      for await (const batch of readIssues(http, issuesSince(filter, since), ["timespent"])) {
        const worked = batch.filter(({ fields }) => Number(fields?.["timespent"]) > 0);
        for (const issue of worked) {
          const pages = http
            .pages(`api/3/issue/${encodeURIComponent(issue.id)}/worklog`, {
              shape: worklogShape,
              items: "worklogs",
              paging: worklogPaging,
              key: "id",
            })
            .filter((one) => isWithin(one.updated, periodSince(since)))
            .map((one) => ({
              id: one.id,
              issue_id: issue.id,
              issue_key: issue.key,
              author: one.author?.displayName,
              started: one.started,
              created: one.created,
              updated: one.updated,
              hours: typeof one.timeSpentSeconds === "number" ? one.timeSpentSeconds / 3600 : null,
              comment: documentText(one.comment),
            }));
          yield* missing.read(pages);
        }
      }
      missing.end();
    },
  });
}
