import { changedFrom, date, id, type MakeSource, type Source, text, url } from "@wellhead/sdk";
import { commitFilter } from "../filters/commit-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { readCommits } from "./read-commits.js";

/**
 * Creates the source of a repository's commits.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/commits/commits#list-commits
 */
export function commits<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Commits",
    filter: { ...commitFilter() },
    fields: {
      sha: id(),
      message: text(),
      author: text({ description: "Name in the commit" }),
      login: text({ description: "GitHub user, when the author is one" }),
      authored: date(),
      committed: date(),
      address: url(),
      ...repositoryColumn,
    },
    // A fork has the commits of its origin.
    key: ["repository", "sha"],
    // A push may bring commits that were made long before, and a forced push removes some.
    changes: { by: "committed", fullEvery: "1 d" },
    sharedFilter: ["owner", "repository", "branch"],
    rows: ({ http, log, since, filter: { branch, committed, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, (place) =>
        readCommits(http, { place, branch, committed: changedFrom(committed, since) }).map(
          ({ sha, html_url, author, commit }) => ({
            sha,
            message: commit?.message,
            author: commit?.author?.name,
            login: author?.login,
            authored: commit?.author?.date,
            committed: commit?.committer?.date,
            address: html_url,
          }),
        ),
      ),
  });
}
