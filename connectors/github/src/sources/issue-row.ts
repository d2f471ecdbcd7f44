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
import { numberAtEnd } from "./number-at-end.js";
import { person } from "./person.js";

/** Members of an issue that are read. */
export const issueShape = shape.object({
  id: shape.required(shape.id),
  number: shape.number,
  title: shape.text,
  body: shape.text,
  state: shape.text,
  state_reason: shape.text,
  locked: shape.bool,
  type: shape.object({ name: shape.text }),
  user: person,
  assignees: shape.list(person),
  labels,
  milestone: shape.object({ title: shape.text }),
  comments: shape.number,
  parent_issue_url: shape.text,
  sub_issues_summary: shape.object({ total: shape.number, completed: shape.number }),
  created_at: shape.text,
  updated_at: shape.text,
  closed_at: shape.text,
  html_url: shape.text,
  pull_request: shape.anything,
});

/** Columns of the rows. */
export const issueColumns = {
  id: id(),
  number: number(),
  title: text(),
  body: text(),
  type: text(),
  state: text(),
  reason: text({ description: "Why it was closed" }),
  locked: bool(),
  author: text(),
  assignees: arrayOf(text()),
  labels: arrayOf(text()),
  milestone: text(),
  comments: number(),
  parent: number({ description: "Number of the issue it is a part of" }),
  sub_issues: number(),
  sub_issues_done: number(),
  created: date(),
  updated: date(),
  closed: date(),
  address: url(),
};

/**
 * Converts an issue to a row.
 *
 * @param issue - The issue
 * @returns The row
 */
export function issueRow(issue: ShapeValue<typeof issueShape>): RowOf<typeof issueColumns> {
  return {
    id: issue.id,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    type: issue.type?.name,
    state: issue.state,
    reason: issue.state_reason,
    locked: issue.locked,
    author: issue.user?.login,
    assignees: issue.assignees?.map(({ login }) => login ?? ""),
    labels: labelNames(issue.labels),
    milestone: issue.milestone?.title,
    comments: issue.comments,
    parent: numberAtEnd(issue.parent_issue_url),
    sub_issues: issue.sub_issues_summary?.total,
    sub_issues_done: issue.sub_issues_summary?.completed,
    created: issue.created_at,
    updated: issue.updated_at,
    closed: issue.closed_at,
    address: issue.html_url,
  };
}
