import { bool, date, id, list, type MakeSource, number, type Source, text, url } from "@wellhead/sdk";

/** What GitHub says of a repository, as far as it is read. */
interface Repository {
  readonly id: number;
  readonly name: string;
  readonly full_name: string;
  readonly owner: { readonly login: string };
  readonly private: boolean;
  readonly archived: boolean;
  readonly fork: boolean;
  readonly description: string | null;
  readonly language: string | null;
  readonly stargazers_count: number;
  readonly forks_count: number;
  readonly open_issues_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly pushed_at: string | null;
  readonly html_url: string;
}

const kinds = ["owner", "collaborator", "organization_member"];

/**
 * Makes the source of the repositories that the account can see.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user
 */
export function repositories<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Repositories",
    description: "Repositories the account owns, works on, or sees through an organisation",
    filter: {
      affiliation: list({ title: "Seen as", choices: kinds, optional: true }),
      visibility: list({ title: "Visibility", choices: ["all", "public", "private"], optional: true }),
    },
    fields: {
      id: id(),
      name: text(),
      full_name: text(),
      owner: text(),
      description: text(),
      language: text(),
      private: bool(),
      archived: bool(),
      fork: bool(),
      stars: number(),
      forks: number(),
      open_issues: number({ description: "Open issues and pull requests together" }),
      created: date(),
      updated: date(),
      pushed: date(),
      address: url(),
    },
    rows: ({ http, filter: { affiliation, visibility } }) =>
      http.pages<Repository>("user/repos", { query: { affiliation, visibility } }).map((repository) => ({
        id: repository.id,
        name: repository.name,
        full_name: repository.full_name,
        owner: repository.owner.login,
        description: repository.description,
        language: repository.language,
        private: repository.private,
        archived: repository.archived,
        fork: repository.fork,
        stars: repository.stargazers_count,
        forks: repository.forks_count,
        open_issues: repository.open_issues_count,
        created: repository.created_at,
        updated: repository.updated_at,
        pushed: repository.pushed_at,
        address: repository.html_url,
      })),
  });
}
