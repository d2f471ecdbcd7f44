import { date, dateRange, id, type MakeSource, type Source, text, url } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";

/** What GitHub says of a commit, as far as it is read. */
interface Commit {
  readonly sha: string;
  readonly html_url: string;
  readonly author: { readonly login?: string } | null;
  readonly commit: {
    readonly message: string;
    readonly author: { readonly name?: string; readonly date?: string } | null;
    readonly committer: { readonly date?: string } | null;
  };
}

/**
 * Makes the source of a repository's commits.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://docs.github.com/en/rest/commits/commits#list-commits
 */
export function commits<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Commits",
    filter: {
      ...repositoryFilter(),
      branch: text({
        title: "Branch",
        description: "Or a commit to start from. Empty: the main branch",
        optional: true,
      }),
      committed: dateRange({ title: "Committed", optional: true }),
    },
    fields: {
      sha: id(),
      message: text(),
      author: text({ description: "Name in the commit" }),
      login: text({ description: "GitHub user, when the author is one" }),
      authored: date(),
      committed: date(),
      address: url(),
    },
    rows: ({ http, filter: { branch, committed, ...place } }) =>
      http
        .pages<Commit>(repositoryPath(place, "commits"), {
          query: { sha: branch, since: committed?.min, until: committed?.max },
        })
        .map(({ sha, html_url, author, commit }) => ({
          sha,
          message: commit.message,
          author: commit.author?.name,
          login: author?.login,
          authored: commit.author?.date,
          committed: commit.committer?.date,
          address: html_url,
        })),
  });
}
