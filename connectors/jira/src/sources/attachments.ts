import {
  date,
  id,
  isWithin,
  type MakeSource,
  memberAt,
  number,
  type Source,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { issueFields } from "../read/issue-filter.js";
import { readIssues } from "../read/read-issues.js";
import { issuesSince, periodSince } from "../read/since.js";

/** Members of an attachment that are read. */
const attachmentShape = shape.object({
  id: shape.required(shape.id),
  filename: shape.text,
  author: shape.object({ displayName: shape.text }),
  created: shape.text,
  size: shape.number,
  mimeType: shape.text,
  content: shape.text,
});

/**
 * Creates the source of the files attached to issues.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-attachments/
 */
export function attachments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Attachments",
    description: "Files of issues, without their content; the filter selects the issues",
    filter: issueFields(),
    fields: {
      id: id(),
      issue_id: text(),
      issue_key: text(),
      name: text(),
      author: text(),
      created: date(),
      bytes: number(),
      type: text({ description: "Media type" }),
      address: url({ description: "Requires a sign-in to Jira" }),
    },
    key: ["id"],
    sharedFilter: ["projects", "jql"],
    // Jira does not list deleted attachments, and its search may be some minutes late.
    changes: { by: "created", fullEvery: "1 d" },
    rows: ({ http, filter, since }) =>
      readIssues(http, issuesSince(filter, since), ["attachment"]).flatMap((issue) =>
        shape
          .list(attachmentShape)
          .read(memberAt(issue.fields, "attachment") ?? [], "the attachments of an issue")
          .filter(({ created }) => isWithin(created, periodSince(since)))
          .map((one) => ({
            id: one.id,
            issue_id: issue.id,
            issue_key: issue.key,
            name: one.filename,
            author: one.author?.displayName,
            created: one.created,
            bytes: one.size,
            type: one.mimeType,
            address: one.content,
          })),
      ),
  });
}
