import {
  arrayOf,
  date,
  dateRange,
  id,
  isWithin,
  list,
  type MakeSource,
  number,
  type Source,
  text,
  url,
} from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";

/** What GitHub says of an issue, as far as it is read. */
interface Issue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly state_reason?: string | null;
  readonly user: { readonly login: string } | null;
  readonly assignees?: ReadonlyArray<{ readonly login: string }> | null;
  readonly labels: ReadonlyArray<string | { readonly name?: string | null }>;
  readonly milestone: { readonly title: string } | null;
  readonly comments: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly html_url: string;
  readonly pull_request?: object;
}

/**
 * Makes the source of a repository's issues. GitHub lists pull requests among them; they are left out here.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://docs.github.com/en/rest/issues/issues#list-repository-issues
 */
export function issues<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Issues",
    filter: {
      ...repositoryFilter(),
      state: list({ title: "State", choices: ["all", "open", "closed"], optional: true }),
      updated: dateRange({ title: "Updated", optional: true }),
    },
    fields: {
      id: id(),
      number: number(),
      title: text(),
      state: text(),
      reason: text({ description: "Why it was closed" }),
      author: text(),
      assignees: arrayOf(text()),
      labels: arrayOf(text()),
      milestone: text(),
      comments: number(),
      created: date(),
      updated: date(),
      closed: date(),
      address: url(),
    },
    rows: ({ http, filter }) =>
      http
        .pages<Issue>(repositoryPath(filter, "issues"), {
          query: {
            state: filter.state ?? "all",
            since: filter.updated?.min,
            sort: "updated",
            direction: "asc",
          },
        })
        .filter((issue) => issue.pull_request === undefined && isWithin(issue.updated_at, filter.updated))
        .map((issue) => ({
          id: issue.id,
          number: issue.number,
          title: issue.title,
          state: issue.state,
          reason: issue.state_reason,
          author: issue.user?.login,
          assignees: issue.assignees?.map(({ login }) => login),
          labels: issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
          milestone: issue.milestone?.title,
          comments: issue.comments,
          created: issue.created_at,
          updated: issue.updated_at,
          closed: issue.closed_at,
          address: issue.html_url,
        })),
  });
}
