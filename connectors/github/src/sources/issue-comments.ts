import {
  changedFrom,
  date,
  dateRange,
  id,
  type MakeSource,
  number,
  type Source,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { readByUpdate } from "../paging/updated-windows.js";
import { numberAtEnd } from "./number-at-end.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { person } from "./person.js";

/** Members of a comment that are read. */
export const issueCommentShape = shape.object({
  id: shape.required(shape.id),
  body: shape.text,
  user: person,
  author_association: shape.text,
  issue_url: shape.text,
  created_at: shape.text,
  updated_at: shape.text,
  html_url: shape.text,
});

/**
 * Creates the source of the comments on issues and pull requests.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/issues/comments#list-issue-comments-for-a-repository
 */
export function issueComments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Comments",
    description: "On issues and pull requests, without those on lines of code",
    filter: { ...repositoryFilter(), updated: dateRange({ title: "Updated", optional: true }) },
    fields: {
      id: id(),
      issue: number({ description: "Number of the issue or pull request" }),
      author: text(),
      association: text({ description: "What the author is to the repository" }),
      body: text(),
      created: date(),
      updated: date(),
      address: url(),
      ...repositoryColumn,
    },
    key: ["id"],
    // GitHub does not list comments that were deleted.
    changes: { by: "updated", fullEvery: "7 d" },
    sharedFilter: ["owner", "repository"],
    rows: ({ http, log, since, filter: { updated, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, (place) =>
        readByUpdate(http, repositoryPath(place, "issues/comments"), {
          shape: issueCommentShape,
          query: { since: changedFrom(updated, since)?.min },
          updated,
        }).map((comment) => ({
          id: comment.id,
          issue: numberAtEnd(comment.issue_url),
          author: comment.user?.login,
          association: comment.author_association,
          body: comment.body,
          created: comment.created_at,
          updated: comment.updated_at,
          address: comment.html_url,
        })),
      ),
  });
}
