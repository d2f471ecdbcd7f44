import type { DateRange, Http, ShapeValue } from "@wellhead/sdk";
import { repositoryPath } from "../filters/repository-filter.js";
import { newestFirst } from "../paging/newest-first.js";
import { firstOfEach, readUntilStable } from "../paging/read-until-stable.js";
import { pullRequestShape } from "./pull-request-row.js";

/** Which pull requests are needed. */
export interface PullsWanted {
  readonly place: { readonly owner: string; readonly repository: string };
  readonly state: string | undefined;
  /** Period in which they were created. Default: any. */
  readonly created: DateRange | undefined;
  /** Period in which they were last updated. Default: any. */
  readonly updated: DateRange | undefined;
}

/**
 * Reads pull requests with as few requests as the bounds allow: GitHub's list has no filter by time, so it is read from
 * the newest on and left where the bound is passed.
 *
 * @param http - Client of the request
 * @param wanted - Repository, state and bounds
 * @returns Batches in which some may be outside of the bounds, none is missing, and none comes twice
 * @see https://docs.github.com/en/rest/pulls/pulls#list-pull-requests
 */
export async function* readPulls(
  http: Http,
  { place, state = "all", created, updated }: PullsWanted,
): AsyncGenerator<ReadonlyArray<ShapeValue<typeof pullRequestShape>>> {
  const sort = updated === undefined ? "created" : "updated";
  const period = updated ?? created;
  // Pull requests leave the list of open ones while it is read, so no page of it may be jumped over. None leaves the list
  // of all, so that one is read for closed ones, which are most of it, and the state is looked at here.
  const isOpen = state === "open";
  const until = isOpen ? undefined : instantOf(period?.max);
  let from = instantOf(period?.min);
  let newest: number | undefined;
  const readOnce = () => {
    // What was updated since the last reading began is in front now, and nothing else has moved.
    if (sort === "updated" && !isOpen) from = newest ?? from;
    const note = (instant: number) => {
      newest = instant;
    };
    return http.pages(repositoryPath(place, "pulls"), {
      query: { state: isOpen ? "open" : "all" },
      shape: pullRequestShape,
      paging: newestFirst({ sort, from, until, note }),
    });
  };
  // What is updated while it is read leaves a period that is over, and need not be found again.
  const isSteady = !isOpen && (sort === "created" || until !== undefined);
  for await (const batch of isSteady ? readOnce().filter(firstOfEach()) : readUntilStable(readOnce)) {
    yield state === "closed" ? batch.filter((pull) => pull.state === "closed") : batch;
  }
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
