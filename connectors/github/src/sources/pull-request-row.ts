import {
  arrayOf,
  bool,
  date,
  id,
  number,
  type RowOf,
  type ShapeValue,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { labelNames, labels } from "./labels.js";
import { person } from "./person.js";

const branch = shape.object({ ref: shape.text });

/** Members of a pull request that are read. */
export const pullRequestShape = shape.object({
  id: shape.required(shape.id),
  number: shape.required(shape.number),
  title: shape.text,
  body: shape.text,
  state: shape.text,
  draft: shape.bool,
  user: person,
  assignees: shape.list(person),
  requested_reviewers: shape.list(person),
  requested_teams: shape.list(shape.object({ name: shape.text })),
  labels,
  milestone: shape.object({ title: shape.text }),
  head: branch,
  base: branch,
  merge_commit_sha: shape.text,
  created_at: shape.text,
  updated_at: shape.text,
  closed_at: shape.text,
  merged_at: shape.text,
  html_url: shape.text,
});

/** Columns of the rows. */
export const pullRequestColumns = {
  id: id(),
  number: number(),
  title: text(),
  body: text(),
  state: text(),
  draft: bool(),
  merged: bool(),
  author: text(),
  assignees: arrayOf(text()),
  reviewers: arrayOf(text({ description: "People whose review is asked for and not given yet" })),
  review_teams: arrayOf(text({ description: "Teams whose review is asked for and not given yet" })),
  labels: arrayOf(text()),
  milestone: text(),
  from: text({ description: "Branch with the changes" }),
  into: text({ description: "Branch they are meant for" }),
  merge_commit: text({ description: "The commit of the test merge; only of an open one" }),
  created: date(),
  updated: date(),
  closed: date(),
  merged_at: date(),
  address: url(),
};

/**
 * Converts a pull request to a row.
 *
 * @param pull - The pull request
 * @returns The row
 */
export function pullRequestRow(pull: ShapeValue<typeof pullRequestShape>): RowOf<typeof pullRequestColumns> {
  return {
    id: pull.id,
    number: pull.number,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    draft: pull.draft,
    merged: (pull.merged_at ?? null) !== null,
    author: pull.user?.login,
    assignees: pull.assignees?.map(({ login }) => login ?? ""),
    reviewers: pull.requested_reviewers?.map(({ login }) => login ?? ""),
    review_teams: pull.requested_teams?.map(({ name }) => name ?? ""),
    labels: labelNames(pull.labels),
    milestone: pull.milestone?.title,
    from: pull.head?.ref,
    into: pull.base?.ref,
    merge_commit: pull.merge_commit_sha,
    created: pull.created_at,
    updated: pull.updated_at,
    closed: pull.closed_at,
    merged_at: pull.merged_at,
    address: pull.html_url,
  };
}
