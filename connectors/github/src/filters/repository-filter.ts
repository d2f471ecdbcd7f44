import { type Field, list } from "@wellhead/sdk";

/** The fields of GitHub's repository that the lists need. */
interface ListedRepository {
  readonly name: string;
  readonly owner: { readonly login: string };
}

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
      options: ({ http }) => http.pages<ListedRepository>("user/repos").map(({ owner }) => owner.login),
    }),
    repository: list({
      title: "Repository",
      requires: ["owner"],
      options: ({ http, dependsOn }) =>
        http
          .pages<ListedRepository>("user/repos", { query: { sort: "full_name" } })
          .filter(({ owner }) => owner.login === dependsOn.owner)
          .map(({ name }) => name),
    }),
  };
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
