import { bool, date, id, type MakeSource, number, type Source, shape, text, url } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { person } from "./person.js";

/** Members of a release that are read. */
export const releaseShape = shape.object({
  id: shape.required(shape.id),
  tag_name: shape.text,
  target_commitish: shape.text,
  name: shape.text,
  body: shape.text,
  draft: shape.bool,
  prerelease: shape.bool,
  author: person,
  assets: shape.list(shape.object({ name: shape.text, download_count: shape.number })),
  created_at: shape.text,
  published_at: shape.text,
  html_url: shape.text,
});

/**
 * Creates the source of a repository's releases.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/releases/releases#list-releases
 */
export function releases<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Releases",
    description: "The newest first; drafts are shown to people who may write to the repository",
    filter: { ...repositoryFilter() },
    fields: {
      id: id(),
      tag: text(),
      target: text({ description: "Branch or commit that the tag is made from" }),
      name: text(),
      body: text(),
      draft: bool(),
      prerelease: bool(),
      author: text(),
      files: number(),
      downloads: number({ description: "Of all its files" }),
      created: date(),
      published: date(),
      address: url(),
      ...repositoryColumn,
    },
    rows: ({ http, log, filter }) =>
      ofRepositories({ http, log, ...filter }, (place) =>
        http.pages(repositoryPath(place, "releases"), { shape: releaseShape, key: "id" }).map((release) => ({
          id: release.id,
          tag: release.tag_name,
          target: release.target_commitish,
          name: release.name,
          body: release.body,
          draft: release.draft,
          prerelease: release.prerelease,
          author: release.author?.login,
          files: release.assets?.length,
          downloads: release.assets?.reduce((sum, { download_count: count }) => sum + Number(count ?? 0), 0),
          created: release.created_at,
          published: release.published_at,
          address: release.html_url,
        })),
      ),
  });
}
