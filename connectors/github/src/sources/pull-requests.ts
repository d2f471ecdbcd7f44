import {
  bool,
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

/** What GitHub says of a pull request, as far as it is read. */
interface PullRequest {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly draft?: boolean;
  readonly user: { readonly login: string } | null;
  readonly head: { readonly ref: string };
  readonly base: { readonly ref: string };
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly merged_at: string | null;
  readonly html_url: string;
}

/**
 * Makes the source of a repository's pull requests.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://docs.github.com/en/rest/pulls/pulls#list-pull-requests
 */
export function pullRequests<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Pull requests",
    filter: {
      ...repositoryFilter(),
      state: list({ title: "State", choices: ["all", "open", "closed"], optional: true }),
      created: dateRange({ title: "Created", optional: true }),
    },
    fields: {
      id: id(),
      number: number(),
      title: text(),
      state: text(),
      draft: bool(),
      merged: bool(),
      author: text(),
      from: text({ description: "Branch with the changes" }),
      into: text({ description: "Branch they are meant for" }),
      created: date(),
      updated: date(),
      closed: date(),
      merged_at: date(),
      address: url(),
    },
    rows: ({ http, filter }) =>
      http
        .pages<PullRequest>(repositoryPath(filter, "pulls"), {
          query: { state: filter.state ?? "all", sort: "created", direction: "asc" },
        })
        .filter(({ created_at }) => isWithin(created_at, filter.created))
        .map((pull) => ({
          id: pull.id,
          number: pull.number,
          title: pull.title,
          state: pull.state,
          draft: pull.draft,
          merged: pull.merged_at !== null,
          author: pull.user?.login,
          from: pull.head.ref,
          into: pull.base.ref,
          created: pull.created_at,
          updated: pull.updated_at,
          closed: pull.closed_at,
          merged_at: pull.merged_at,
          address: pull.html_url,
        })),
  });
}
