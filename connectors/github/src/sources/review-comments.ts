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

/** Members of a comment on a line of code that are read. */
export const reviewCommentShape = shape.object({
  id: shape.required(shape.id),
  body: shape.text,
  user: person,
  path: shape.text,
  line: shape.number,
  commit_id: shape.text,
  in_reply_to_id: shape.number,
  pull_request_review_id: shape.number,
  pull_request_url: shape.text,
  created_at: shape.text,
  updated_at: shape.text,
  html_url: shape.text,
});

/**
 * Creates the source of the comments on lines of pull requests.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/pulls/comments#list-review-comments-in-a-repository
 */
export function reviewComments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Review comments",
    description: "On lines of pull requests",
    filter: { ...repositoryFilter(), updated: dateRange({ title: "Updated", optional: true }) },
    fields: {
      id: id(),
      pull_request: number({ description: "Its number" }),
      review_id: id(),
      answers: id({ description: "Id of the comment it answers" }),
      author: text(),
      path: text(),
      line: number(),
      commit: text(),
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
        readByUpdate(http, repositoryPath(place, "pulls/comments"), {
          shape: reviewCommentShape,
          query: { since: changedFrom(updated, since)?.min },
          updated,
        }).map((comment) => ({
          id: comment.id,
          pull_request: numberAtEnd(comment.pull_request_url),
          review_id: comment.pull_request_review_id,
          answers: comment.in_reply_to_id,
          author: comment.user?.login,
          path: comment.path,
          line: comment.line,
          commit: comment.commit_id,
          body: comment.body,
          created: comment.created_at,
          updated: comment.updated_at,
          address: comment.html_url,
        })),
      ),
  });
}
