import { id, type MakeSource, type Source, shape } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";

/** Members of a tag that are read. */
export const tagShape = shape.object({
  name: shape.required(shape.text),
  commit: shape.object({ sha: shape.text }),
});

/**
 * Creates the source of a repository's tags.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/repos/repos#list-repository-tags
 */
export function tags<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Tags",
    filter: { ...repositoryFilter() },
    fields: { name: id(), commit: id(), ...repositoryColumn },
    key: ["repository", "name"],
    rows: ({ http, log, filter }) =>
      ofRepositories({ http, log, ...filter }, (place) =>
        http
          .pages(repositoryPath(place, "tags"), { shape: tagShape, key: "name", order: "changing" })
          .map(({ name, commit }) => ({ name, commit: commit?.sha })),
      ),
  });
}
