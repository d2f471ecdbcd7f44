import { date, dateRange, id, type MakeSource, type Source, shape, text, url } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { person } from "./person.js";

const signature = shape.object({ name: shape.text, date: shape.text });

/** Members of a commit that are read. */
export const commitShape = shape.object({
  sha: shape.required(shape.text),
  html_url: shape.text,
  author: person,
  commit: shape.object({ message: shape.text, author: signature, committer: signature }),
});

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
        .pages(repositoryPath(place, "commits"), {
          shape: commitShape,
          query: { sha: branch, since: committed?.min, until: committed?.max },
        })
        .map(({ sha, html_url, author, commit }) => ({
          sha,
          message: commit?.message,
          author: commit?.author?.name,
          login: author?.login,
          authored: commit?.author?.date,
          committed: commit?.committer?.date,
          address: html_url,
        })),
  });
}
