import { changedFrom, dateRange, list, type MakeSource, type Source } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { readByUpdate } from "../paging/updated-windows.js";
import { issueColumns, issueRow, issueShape } from "./issue-row.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";

/**
 * Creates the source of a repository's issues. GitHub includes pull requests in the list; they are filtered out.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/issues/issues#list-repository-issues
 */
export function issues<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Issues",
    filter: {
      ...repositoryFilter(),
      state: list({ title: "State", choices: ["all", "open", "closed"], optional: true }),
      updated: dateRange({ title: "Updated", optional: true }),
    },
    fields: { ...issueColumns, ...repositoryColumn },
    // GitHub does not list the issues that were deleted or moved to another repository.
    changes: { by: "updated", fullEvery: "7 d" },
    sharedFilter: ["owner", "repository"],
    rows: ({ http, log, since, filter: { state = "all", updated, ...chosen } }) => {
      const query = { state, since: changedFrom(updated, since)?.min };
      // In the list of all issues sorted by creation, no item moves. In other lists, issues that are updated move to the end.
      const isSteady = state === "all" && updated === undefined && since === undefined;
      const read = (path: string) =>
        isSteady
          ? http.pages(path, {
              shape: issueShape,
              query: { ...query, sort: "created", direction: "asc" },
              key: "id",
              order: "stable",
            })
          : readByUpdate(http, path, { shape: issueShape, query, updated });
      return ofRepositories({ http, log, ...chosen }, (place) =>
        read(repositoryPath(place, "issues"))
          .filter((issue) => (issue.pull_request ?? undefined) === undefined)
          .map((issue) => issueRow(issue)),
      );
    },
  });
}
