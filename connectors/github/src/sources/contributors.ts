import { date, dateRange, isWithin, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { person } from "./person.js";

/** What is read of a contributor: additions, deletions and commits by week. */
export const contributorShape = shape.object({
  author: person,
  weeks: shape.required(
    shape.list(shape.object({ w: shape.number, a: shape.number, d: shape.number, c: shape.number })),
  ),
});

/** Seconds since 1970 that a week can begin at; others are not dates. */
const maxSecond = 8_640_000_000_000;

/**
 * Makes the source of what each contributor did per week. GitHub computes it on demand: the first call may have to
 * be repeated after a while, and says so.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://docs.github.com/en/rest/metrics/statistics#get-all-contributor-commit-activity
 */
export function contributors<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Contributors by week",
    description: "The 100 who committed most",
    filter: { ...repositoryFilter(), week: dateRange({ title: "Week", optional: true }) },
    fields: {
      author: text(),
      week: date({ description: "Its Sunday" }),
      commits: number(),
      additions: number({ description: "Empty for repositories of 10,000 commits and more" }),
      deletions: number({ description: "Empty for repositories of 10,000 commits and more" }),
    },
    rows: async ({ http, filter }) => {
      const found = await http
        .get(repositoryPath(filter, "stats/contributors"))
        .json(shape.list(contributorShape));
      // Of large repositories GitHub does not count lines, and sends 0 for all of them.
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
          .filter(({ week }) => isWithin(week, filter.week)),
      );
    },
  });
}

function isSome(count: unknown): boolean {
  return count !== 0 && count !== null && count !== undefined;
}

function weekOf(second: unknown): string | null {
  return typeof second === "number" && Math.abs(second) <= maxSecond
    ? new Date(second * 1000).toISOString()
    : null;
}
