import { dateRange, isWithin, list, type MakeSource, type Source } from "@wellhead/sdk";
import { repositoryFilter } from "../filters/repository-filter.js";
import { pullRequestColumns, pullRequestRow } from "./pull-request-row.js";
import { readPulls } from "./read-pulls.js";

/**
 * Creates the source of a repository's pull requests.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/pulls/pulls#list-pull-requests
 */
export function pullRequests<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Pull requests",
    filter: {
      ...repositoryFilter(),
      state: list({ title: "State", choices: ["all", "open", "closed"], optional: true }),
      created: dateRange({ title: "Created", optional: true }),
      updated: dateRange({ title: "Updated", optional: true }),
    },
    fields: pullRequestColumns,
    async *rows({ http, filter: { state, created, updated, ...place } }) {
      const pulls = readPulls(http, { place, state, created, updated });
      for await (const batch of pulls) {
        const chosen = batch.filter(
          (pull) => isWithin(pull.created_at, created) && isWithin(pull.updated_at, updated),
        );
        if (chosen.length > 0) yield chosen.map((pull) => pullRequestRow(pull));
      }
    },
  });
}
