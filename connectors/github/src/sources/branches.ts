import { bool, id, type MakeSource, type Source, shape } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";

/** Members of a branch that are read. */
export const branchShape = shape.object({
  name: shape.required(shape.text),
  commit: shape.object({ sha: shape.text }),
  protected: shape.bool,
});

/**
 * Creates the source of a repository's branches.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/branches/branches#list-branches
 */
export function branches<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Branches",
    filter: { ...repositoryFilter() },
    fields: {
      name: id(),
      commit: id({ description: "Its newest one" }),
      protected: bool(),
      ...repositoryColumn,
    },
    key: ["repository", "name"],
    rows: ({ http, log, filter }) =>
      ofRepositories({ http, log, ...filter }, (place) =>
        http
          .pages(repositoryPath(place, "branches"), { shape: branchShape, key: "name", order: "changing" })
          .map((branch) => ({
            name: branch.name,
            commit: branch.commit?.sha,
            protected: branch.protected,
          })),
      ),
  });
}
