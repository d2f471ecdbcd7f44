import { type Choice, type Field, type Http, list, type ShapeValue, shape } from "@wellhead/sdk";
import { missingChoice, pagesOfAll } from "../paging/single-sign-on.js";

/** The members of a repository that the lists need. */
export const listedRepository = shape.object({
  name: shape.required(shape.text),
  owner: shape.required(shape.object({ login: shape.required(shape.text) })),
});

/** Owner and repository: the second list holds the repositories of the first one's choice. */
export interface RepositoryFields {
  readonly owner: Field<string>;
  readonly repository: Field<string>;
}

/**
 * Makes the two fields that choose a repository among those the account can see.
 *
 * @returns The fields
 * @see https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user
 */
export function repositoryFilter(): RepositoryFields {
  return {
    owner: list({
      title: "Owner",
      description: "User or organisation the repository belongs to",
      options: ({ http }) => choices(http, {}, ({ owner }) => owner.login),
    }),
    repository: list({
      title: "Repository",
      requires: ["owner"],
      options: ({ http, dependsOn }) =>
        choices(http, { sort: "full_name" }, ({ owner, name }) =>
          owner.login === dependsOn.owner ? name : undefined,
        ),
    }),
  };
}

/** Choices of the account's repositories; a last one without value says that some are missing. */
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

/**
 * Makes the path of something in a repository.
 *
 * @param filter - Values of the two fields
 * @param rest - What follows the repository
 * @returns The path, both values encoded
 */
export function repositoryPath(
  filter: { readonly owner: string; readonly repository: string },
  rest: string,
): string {
  return `repos/${encodeURIComponent(filter.owner)}/${encodeURIComponent(filter.repository)}/${rest}`;
}
