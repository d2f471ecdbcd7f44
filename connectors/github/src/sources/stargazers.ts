import { date, id, type MakeSource, type Source, shape, text, url } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";

/** Members of a star that are read. */
export const stargazerShape = shape.object({
  starred_at: shape.text,
  user: shape.object({ id: shape.id, login: shape.text, type: shape.text, html_url: shape.text }),
});

/**
 * Creates the source of the users who starred a repository. GitHub lists the first 40,000 of them.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/activity/starring#list-stargazers
 */
export function stargazers<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Stargazers",
    description: "Who starred a repository and when, the first one first",
    filter: { ...repositoryFilter() },
    fields: {
      user_id: id(),
      login: text(),
      type: text({ description: "Such as User or Bot" }),
      starred: date(),
      address: url(),
      ...repositoryColumn,
    },
    key: ["repository", "user_id"],
    rows: ({ http, log, filter }) =>
      ofRepositories({ http, log, ...filter }, (place) =>
        http
          .pages(repositoryPath(place, "stargazers"), {
            // Only this media type contains the time.
            headers: { accept: "application/vnd.github.star+json" },
            shape: stargazerShape,
            key: "user.id",
            order: "stable",
          })
          .map(({ starred_at: starred, user }) => ({
            user_id: user?.id,
            login: user?.login,
            type: user?.type,
            starred,
            address: user?.html_url,
          })),
      ),
  });
}
