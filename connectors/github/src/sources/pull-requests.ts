import { changedFrom, dateRange, isWithin, list, type MakeSource, Pages, type Source } from "@wellhead/sdk";
import { repositoryFilter } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
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
    fields: { ...pullRequestColumns, ...repositoryColumn },
    key: ["id"],
    // Some of what is read changes without an update, such as the title of a milestone.
    changes: { by: "updated", fullEvery: "7 d" },
    sharedFilter: ["owner", "repository"],
    rows: ({ http, log, since, filter: { state, created, updated, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, (place) =>
        new Pages(readPulls(http, { place, state, created, updated: changedFrom(updated, since) }))
          .filter((pull) => isWithin(pull.created_at, created) && isWithin(pull.updated_at, updated))
          .map((pull) => pullRequestRow(pull)),
      ),
  });
}
