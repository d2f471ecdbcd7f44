import { type DateRange, type Http, Pages, type ShapeValue, shape } from "@wellhead/sdk";
import { isRepositoryEmpty } from "../filters/repository-empty.js";
import { type RepositoryPlace, repositoryPath } from "../filters/repository-filter.js";
import { person } from "./person.js";

const signature = shape.object({ name: shape.text, date: shape.text });

/** Members of a commit that are read. */
export const commitShape = shape.object({
  sha: shape.required(shape.text),
  html_url: shape.text,
  author: person,
  commit: shape.object({ message: shape.text, author: signature, committer: signature }),
});

/** A commit. */
export type Commit = ShapeValue<typeof commitShape>;

/** Selection of commits. */
export interface CommitSelection {
  readonly place: RepositoryPlace;
  /** Branch, or commit to start from. Default: the main branch. */
  readonly branch: string | undefined;
  /** Period in which they were committed. Default: any. */
  readonly committed: DateRange | undefined;
}

/**
 * Reads commits from the newest one of a branch back. A push during the read gives the branch another history; that of a
 * commit never changes.
 *
 * @param http - Client of the request
 * @param wanted - Repository, branch and period
 * @returns The commits; none if the repository is empty
 * @see https://docs.github.com/en/rest/commits/commits#list-commits
 */
export function readCommits(http: Http, wanted: CommitSelection): Pages<Commit> {
  return new Pages(readFromNewest(http, wanted));
}

async function* readFromNewest(
  http: Http,
  { place, branch, committed }: CommitSelection,
): AsyncGenerator<readonly Commit[]> {
  const path = repositoryPath(place, "commits");
  const sha = await newestCommit(http, path, branch);
  if (sha === undefined) return;
  yield* http.pages(path, {
    shape: commitShape,
    query: { sha, since: committed?.min, until: committed?.max },
    key: "sha",
    order: "stable",
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
