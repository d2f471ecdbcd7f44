import { date, dateRange, isWithin, type MakeSource, number, type Source, text } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";

/** What GitHub says of a contributor: additions, deletions and commits by week. */
interface Contributor {
  readonly author: { readonly login: string } | null;
  readonly weeks: ReadonlyArray<{
    readonly w: number;
    readonly a: number;
    readonly d: number;
    readonly c: number;
  }>;
}

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
    filter: { ...repositoryFilter(), week: dateRange({ title: "Week", optional: true }) },
    fields: {
      author: text(),
      week: date({ description: "Its Sunday" }),
      commits: number(),
      additions: number(),
      deletions: number(),
    },
    rows: ({ http, filter }) =>
      http.pages<Contributor>(repositoryPath(filter, "stats/contributors")).flatMap(({ author, weeks }) =>
        weeks
          .map(({ w, a, d, c }) => ({
            author: author?.login,
            week: new Date(w * 1000).toISOString(),
            commits: c,
            additions: a,
            deletions: d,
          }))
          .filter(({ week }) => isWithin(week, filter.week)),
      ),
  });
}
