import { ConnectorError, type Http, isMissing, type Log, text } from "@wellhead/sdk";
import { RepositoryClosed } from "../filters/repository-closed.js";
import { listedRepository, type RepositoryPlace, repositoryPath } from "../filters/repository-filter.js";

/** Column of the repository that a row belongs to. */
export const repositoryColumn = { repository: text({ description: "Its owner and name" }) };

/** The repositories to read, and what reads them. */
export interface ChosenRepositories {
  readonly http: Http;
  readonly log: Log;
  readonly owner: string;
  /** Their names. Default: all of the owner. */
  readonly repository: readonly string[] | undefined;
}

/** Reads one repository. */
type ReadRepository<Row> = (
  place: RepositoryPlace,
) => AsyncIterable<readonly Row[]> | Promise<readonly Row[]>;

/**
 * Reads the rows of repositories, one repository after the other. Of all repositories of an owner, those are skipped that
 * disappear meanwhile, that GitHub blocks, or that do not have what is read, such as issues. They are counted in the log.
 *
 * @param chosen - The repositories
 * @param read - Reads one of them
 * @returns The rows, each with its repository
 */
export async function* ofRepositories<Row extends object>(
  chosen: ChosenRepositories,
  read: ReadRepository<Row>,
): AsyncGenerator<ReadonlyArray<Row & { readonly repository: string }>> {
  const { http, log, owner, repository = [] } = chosen;
  if (repository.length > 0) {
    for (const name of new Set(repository)) yield* rowsOf({ owner, repository: name }, read);
    return;
  }
  let skipped = 0;
  for await (const names of repositoriesOf(http, owner)) {
    for (const name of names) {
      const place = { owner, repository: name };
      try {
        yield* rowsOf(place, read);
      } catch (error) {
        if (!(await isSkipped(http, place, error))) throw error;
        skipped += 1;
      }
    }
  }
  if (skipped > 0) log.warn("Skipped repositories that have nothing to read", { count: skipped });
}

async function* rowsOf<Row extends object>(
  place: RepositoryPlace,
  read: ReadRepository<Row>,
): AsyncGenerator<ReadonlyArray<Row & { readonly repository: string }>> {
  const repository = `${place.owner}/${place.repository}`;
  const found = read(place);
  const batches = Symbol.asyncIterator in found ? found : [await found];
  for await (const batch of batches) yield batch.map((row) => ({ ...row, repository }));
}

/**
 * Lists the names of an owner's repositories: those that the account can see, and without any of these, the public ones.
 *
 * @see https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user
 * @see https://docs.github.com/en/rest/repos/repos#list-repositories-for-a-user
 */
async function* repositoriesOf(http: Http, owner: string): AsyncGenerator<readonly string[]> {
  const options = {
    query: { sort: "created", direction: "asc" },
    shape: listedRepository,
    key: "id",
    order: "stable",
  } as const;
  const isOwners = (login: string) => login.toLowerCase() === owner.toLowerCase();
  let count = 0;
  for await (const batch of http.pages("user/repos", options)) {
    const names = batch.filter((one) => isOwners(one.owner.login)).map(({ name }) => name);
    count += names.length;
    yield names;
  }
  if (count > 0) return;
  for await (const batch of http.pages(`users/${encodeURIComponent(owner)}/repos`, options))
    yield batch.map(({ name }) => name);
}

/** Returns whether a repository has nothing to read, although the token has access to it. */
async function isSkipped(http: Http, place: RepositoryPlace, error: unknown): Promise<boolean> {
  if (error instanceof ConnectorError && error.cause instanceof RepositoryClosed) return true;
  if (!isMissing(error)) return false;
  try {
    await http.get(repositoryPath(place)).json();
  } catch (error_) {
    if (isMissing(error_)) return true;
    throw error_;
  }
  // It exists, so the token may lack the permission for what is read.
  return false;
}
