import { type Choice, type Field, type Http, list, multiList, type ShapeValue, shape } from "@wellhead/sdk";
import { missingChoice, pagesOfAll } from "../paging/single-sign-on.js";

/** The members of a repository that the lists need. */
export const listedRepository = shape.object({
  name: shape.required(shape.text),
  owner: shape.required(shape.object({ login: shape.required(shape.text) })),
});

/** Fields for owner and repositories. The second list contains the repositories of the chosen owner. */
export interface RepositoryFields {
  readonly owner: Field<string>;
  readonly repository: Field<readonly string[] | undefined>;
}

/**
 * Creates the two fields for choosing repositories that the account can see.
 *
 * @returns The fields
 * @see https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user
 */
export function repositoryFilter(): RepositoryFields {
  return {
    owner: list({
      title: "Owner",
      description: "User or organisation the repositories belong to",
      options: ({ http }) => choices(http, {}, ({ owner }) => owner.login),
    }),
    repository: multiList({
      title: "Repositories",
      description: "Empty: all of the owner's",
      optional: true,
      requires: ["owner"],
      options: ({ http, dependsOn }) =>
        choices(http, { sort: "full_name" }, ({ owner, name }) =>
          owner.login === dependsOn.owner ? name : undefined,
        ),
    }),
  };
}

/** Yields choices from the account's repositories. If some are missing, a last choice without a value says so. */
async function* choices(
  http: Http,
  query: Readonly<Record<string, string>>,
  choose: (repository: ShapeValue<typeof listedRepository>) => string | undefined,
): AsyncGenerator<readonly Choice[]> {
  const { items, missing } = pagesOfAll(http, "user/repos", { query, shape: listedRepository });
  for await (const batch of items) {
    yield batch.map((repository) => choose(repository)).filter((choice) => choice !== undefined);
  }
  if (missing() > 0) yield [missingChoice];
}

/** A repository. */
export interface RepositoryPlace {
  readonly owner: string;
  readonly repository: string;
}

/**
 * Returns the path of a resource in a repository.
 *
 * @param place - The repository
 * @param rest - Path after the repository
 * @returns The path, both values encoded
 */
export function repositoryPath({ owner, repository }: RepositoryPlace, rest = ""): string {
  const path = `repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}`;
  return rest === "" ? path : `${path}/${rest}`;
}
