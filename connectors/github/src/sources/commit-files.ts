import {
  changedFrom,
  date,
  id,
  type MakeSource,
  memberAt,
  number,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { commitFilter } from "../filters/commit-filter.js";
import { repositoryPath } from "../filters/repository-filter.js";
import { readChildren } from "../paging/read-children.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { readCommits } from "./read-commits.js";

/** Members of a changed file that are read. */
export const changedFileShape = shape.object({
  filename: shape.required(shape.text),
  previous_filename: shape.text,
  status: shape.text,
  additions: shape.number,
  deletions: shape.number,
  sha: shape.text,
});

/**
 * Creates the source of the files that commits changed. It makes a request for each commit. GitHub lists up to 3,000
 * files of a commit.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/commits/commits#get-a-commit
 */
export function commitFiles<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Changed files",
    description: "Of each commit. Reading takes a request for each commit, so choose a period",
    filter: { ...commitFilter() },
    fields: {
      commit: id(),
      path: id(),
      previous_path: text({ description: "Of a file that was renamed or copied" }),
      status: text({ description: "Such as added, modified or renamed" }),
      additions: number(),
      deletions: number(),
      blob: text({ description: "Hash of its content" }),
      committed: date(),
      ...repositoryColumn,
    },
    key: ["repository", "commit", "path"],
    // A push may bring commits that were made long before, and a forced push removes some.
    changes: { by: "committed", fullEvery: "1 d" },
    sharedFilter: ["owner", "repository", "branch"],
    rows: ({ http, log, since, filter: { branch, committed, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, async function* (place) {
        const commits = readCommits(http, { place, branch, committed: changedFrom(committed, since) });
        const found = readChildren(commits, ({ sha }) =>
          http.pages(repositoryPath(place, `commits/${encodeURIComponent(sha)}`), {
            shape: changedFileShape,
            items: filesOf,
            key: "filename",
            // The files of a commit never change.
            order: "stable",
          }),
        );
        for await (const { parent, children } of found) {
          yield children.map((file) => ({
            commit: parent.sha,
            path: file.filename,
            previous_path: file.previous_filename,
            status: file.status,
            additions: file.additions,
            deletions: file.deletions,
            blob: file.sha,
            committed: parent.commit?.committer?.date,
          }));
        }
      }),
  });
}

/** Returns the files of a commit. A commit without changes may have none; anything else without files is no commit. */
function filesOf(body: unknown): unknown {
  const files = memberAt(body, "files");
  return files === undefined && typeof memberAt(body, "sha") === "string" ? [] : files;
}
