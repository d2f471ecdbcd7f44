import {
  date,
  dateRange,
  type Http,
  id,
  type MakeSource,
  type Source,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { isRepositoryEmpty } from "../filters/repository-empty.js";
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
    rows: async ({ http, filter: { branch, committed, ...place } }) => {
      const path = repositoryPath(place, "commits");
      // A push during the read gives the branch another history. That of a commit never changes.
      const sha = await newestCommit(http, path, branch);
      if (sha === undefined) return [];
      return http
        .pages(path, {
          shape: commitShape,
          query: { sha, since: committed?.min, until: committed?.max },
          key: "sha",
          order: "stable",
        })
        .map(({ sha: key, html_url, author, commit }) => ({
          sha: key,
          message: commit?.message,
          author: commit?.author?.name,
          login: author?.login,
          authored: commit?.author?.date,
          committed: commit?.committer?.date,
          address: html_url,
        }));
    },
  });
}

/** Returns the newest commit of a branch; `undefined` when the repository is empty. */
async function newestCommit(
  http: Http,
  path: string,
  branch: string | undefined,
): Promise<string | undefined> {
  try {
    const query = { sha: branch, per_page: 1 };
    const [newest] = await http.get(path, { query }).json(shape.list(commitShape));
    return newest?.sha;
  } catch (error) {
    if (isRepositoryEmpty(error)) return undefined;
    throw error;
  }
}
