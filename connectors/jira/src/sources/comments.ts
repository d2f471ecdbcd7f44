import {
  date,
  type Http,
  id,
  isWithin,
  type MakeSource,
  MissingParents,
  memberAt,
  offset,
  type ShapeValue,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { documentText } from "../read/document-text.js";
import { issueFields } from "../read/issue-filter.js";
import { type Issue, readIssues } from "../read/read-issues.js";
import { issuesSince, periodSince } from "../read/since.js";

/** Members of a comment that are read. */
const commentShape = shape.object({
  id: shape.required(shape.text),
  author: shape.object({ displayName: shape.text }),
  updateAuthor: shape.object({ displayName: shape.text }),
  body: shape.anything,
  visibility: shape.object({ value: shape.text }),
  created: shape.text,
  updated: shape.text,
});

/** The comments that an issue includes. */
const includedShape = shape.object({ comments: shape.list(commentShape), total: shape.number });

type Comment = ShapeValue<typeof commentShape>;

/**
 * Creates the source of the comments on issues.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments/#api-rest-api-3-issue-issueidorkey-comment-get
 */
export function comments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Comments",
    description: "On issues; the filter selects the issues",
    filter: issueFields(),
    fields: {
      id: id(),
      issue_id: text(),
      issue_key: text(),
      author: text(),
      updated_by: text(),
      body: text(),
      visible_to: text({ description: "Role or group; empty: all who see the issue" }),
      created: date(),
      updated: date(),
    },
    key: ["id"],
    sharedFilter: ["projects", "jql"],
    // Jira does not list deleted comments, and its search may be some minutes late.
    changes: { by: "updated", fullEvery: "1 d" },
    async *rows({ http, log, filter, since }) {
      const missing = new MissingParents(log, "issues");
      for await (const batch of readIssues(http, issuesSince(filter, since), ["comment"])) {
        for (const issue of batch) {
          for await (const found of missing.read(commentsOf(http, issue))) {
            yield found
              .filter(({ updated }) => isWithin(updated, periodSince(since)))
              .map((comment) => toRow(issue, comment));
          }
        }
      }
      missing.end();
    },
  });
}

const commentPaging = offset({
  parameter: "startAt",
  size: { parameter: "maxResults", value: 100 },
  total: "total",
});

/** Reads the comments on an issue; a search includes only some of many. */
async function* commentsOf(http: Http, issue: Issue): AsyncGenerator<readonly Comment[]> {
  const included = memberAt(issue.fields, "comment");
  const { comments: some, total } = includedShape.read(included ?? {}, "the comments of an issue");
  if (included !== undefined && Number(total ?? 0) <= (some ?? []).length) {
    yield some ?? [];
    return;
  }
  yield* http.pages(`api/3/issue/${encodeURIComponent(issue.id)}/comment`, {
    query: { orderBy: "created" },
    shape: commentShape,
    items: "comments",
    paging: commentPaging,
    key: "id",
    order: "stable",
  });
}

function toRow(issue: Issue, comment: Comment) {
  return {
    id: comment.id,
    issue_id: issue.id,
    issue_key: issue.key,
    author: comment.author?.displayName,
    updated_by: comment.updateAuthor?.displayName,
    body: documentText(comment.body),
    visible_to: comment.visibility?.value,
    created: comment.created,
    updated: comment.updated,
  };
}
