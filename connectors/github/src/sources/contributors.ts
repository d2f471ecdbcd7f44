import {
  date,
  dateRange,
  type Http,
  isWithin,
  type MakeSource,
  number,
  type ShapeValue,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { isRepositoryEmpty } from "../filters/repository-empty.js";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { person } from "./person.js";

/** Members of a contributor that are read: additions, deletions and commits by week. */
export const contributorShape = shape.object({
  author: person,
  weeks: shape.required(
    shape.list(shape.object({ w: shape.number, a: shape.number, d: shape.number, c: shape.number })),
  ),
});

/** Maximum seconds since 1970 that a JavaScript date can hold. */
const maxSecond = 8_640_000_000_000;

/**
 * Creates the source of each contributor's activity per week. GitHub computes it on demand, so the first call may fail
 * with an error that asks for a retry.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/metrics/statistics#get-all-contributor-commit-activity
 */
export function contributors<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Contributors by week",
    description: "The 100 people with the largest number of commits",
    filter: { ...repositoryFilter(), week: dateRange({ title: "Week", optional: true }) },
    fields: {
      author: text(),
      week: date({ description: "Its Sunday" }),
      commits: number(),
      additions: number({ description: "Empty for repositories of 10,000 commits and more" }),
      deletions: number({ description: "Empty for repositories of 10,000 commits and more" }),
      ...repositoryColumn,
    },
    rows: ({ http, log, filter: { week, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, async (place) => {
        const found = await readContributors(http, repositoryPath(place, "stats/contributors"));
        // For large repositories, GitHub does not count lines and returns 0 for all of them.
        const isCounted = found.some(({ weeks }) => weeks.some(({ a, d }) => isSome(a) || isSome(d)));
        return found.flatMap(({ author, weeks }) =>
          weeks
            .map(({ w, a, d, c }) => ({
              author: author?.login,
              week: weekOf(w),
              commits: c,
              additions: isCounted ? a : null,
              deletions: isCounted ? d : null,
            }))
            .filter((one) => isWithin(one.week, week)),
        );
      }),
  });
}

async function readContributors(
  http: Http,
  path: string,
): Promise<ReadonlyArray<ShapeValue<typeof contributorShape>>> {
  try {
    return await http.get(path).json(shape.list(contributorShape));
  } catch (error) {
    if (isRepositoryEmpty(error)) return [];
    throw error;
  }
}

function isSome(count: unknown): boolean {
  return count !== 0 && count !== null && count !== undefined;
}

function weekOf(second: unknown): string | null {
  return typeof second === "number" && Math.abs(second) <= maxSecond
    ? new Date(second * 1000).toISOString()
    : null;
}
