import type { DateRange, Http, ShapeValue } from "@wellhead/sdk";
import { repositoryPath } from "../filters/repository-filter.js";
import { newestFirst } from "../paging/newest-first.js";
import { readUntilStable } from "../paging/read-until-stable.js";
import { pullRequestShape } from "./pull-request-row.js";

/** Selection of pull requests. */
export interface PullSelection {
  readonly place: { readonly owner: string; readonly repository: string };
  readonly state: string | undefined;
  /** Period in which they were created. Default: any. */
  readonly created: DateRange | undefined;
  /** Period in which they were last updated. Default: any. */
  readonly updated: DateRange | undefined;
}

/**
 * Reads pull requests with as few requests as possible. GitHub's list has no filter by time, so it is read from the
 * newest item until the start of the period is passed.
 *
 * @param http - Client of the request
 * @param wanted - Repository, state and periods
 * @returns Batches without gaps and duplicates; some pull requests may be outside of the periods
 * @see https://docs.github.com/en/rest/pulls/pulls#list-pull-requests
 */
export async function* readPulls(
  http: Http,
  { place, state = "all", created, updated }: PullSelection,
): AsyncGenerator<ReadonlyArray<ShapeValue<typeof pullRequestShape>>> {
  const sort = updated === undefined ? "created" : "updated";
  const period = updated ?? created;
  // Pull requests often leave the list of open ones during the read, so no page of it may be skipped. The list of all is
  // read for closed ones as well, which are most of it, and filtered by state afterwards.
  const isOpen = state === "open";
  const until = isOpen ? undefined : instantOf(period?.max);
  let from = instantOf(period?.min);
  let newest: number | undefined;
  const readOnce = () => {
    // Items updated since the last read began are now at the front, and nothing else has moved.
    if (sort === "updated" && !isOpen) from = newest ?? from;
    const note = (instant: number) => {
      newest = instant;
    };
    return http.pages(repositoryPath(place, "pulls"), {
      query: { state: isOpen ? "open" : "all" },
      shape: pullRequestShape,
      key: "id",
      order: "stable",
      paging: newestFirst({ sort, from, until, note }),
    });
  };
  // An item that is updated during the read leaves a period that has ended, so it need not be found again.
  const isSteady = sort === "created" || until !== undefined;
  for await (const batch of isSteady ? readOnce() : readUntilStable(readOnce)) {
    yield state === "closed" ? batch.filter((pull) => pull.state === "closed") : batch;
  }
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
