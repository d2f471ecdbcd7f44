import {
  bool,
  date,
  id,
  list,
  type MakeSource,
  number,
  type ShapeValue,
  type Source,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { organisationsMissing, pagesOfAll } from "../paging/single-sign-on.js";
import { person } from "./person.js";

/** Members of a repository that are read. */
export const repositoryShape = shape.object({
  id: shape.required(shape.id),
  name: shape.text,
  full_name: shape.text,
  owner: person,
  private: shape.bool,
  archived: shape.bool,
  fork: shape.bool,
  description: shape.text,
  language: shape.text,
  stargazers_count: shape.number,
  forks_count: shape.number,
  open_issues_count: shape.number,
  created_at: shape.text,
  updated_at: shape.text,
  pushed_at: shape.text,
  html_url: shape.text,
});

const affiliations = ["owner", "collaborator", "organization_member"];

/**
 * Creates the source of the repositories that the account can see.
 *
 * @param source - Creates a source from its definition
 * @param site - URL of the web site
 * @returns The source
 * @see https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user
 */
export function repositories<Account>(source: MakeSource<Account>, site: string): Source {
  return source({
    name: "Repositories",
    description: "Repositories the account owns, works on, or sees through an organisation",
    filter: {
      affiliation: list({ title: "Seen as", choices: affiliations, optional: true }),
      visibility: list({ title: "Visibility", choices: ["all", "public", "private"], optional: true }),
      single_sign_on: list({
        title: "Behind single sign-on",
        description: "Repositories of organisations your token is not authorised for. Empty: report them",
        choices: ["report", "leave out"],
        optional: true,
      }),
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
    async *rows({ http, filter: { single_sign_on: missingToo, ...query } }) {
      const { items, missing } = pagesOfAll(http, "user/repos", {
        // The order by name, which is GitHub's default, changes when a repository is renamed.
        query: { ...query, sort: "created", direction: "asc" },
        shape: repositoryShape,
        key: "id",
        order: "stable",
      });
      yield* items.map((repository) => rowOf(repository));
      if (missing() > 0 && missingToo !== "leave out") throw organisationsMissing(missing(), site);
    },
  });
}

function rowOf(repository: ShapeValue<typeof repositoryShape>) {
  const { id: key, name, full_name, description, language, archived, fork } = repository;
  const same = { id: key, name, full_name, description, language, archived, fork };
  return {
    ...same,
    owner: repository.owner?.login,
    private: repository.private,
    stars: repository.stargazers_count,
    forks: repository.forks_count,
    open_issues: repository.open_issues_count,
    created: repository.created_at,
    updated: repository.updated_at,
    pushed: repository.pushed_at,
    address: repository.html_url,
  };
}
