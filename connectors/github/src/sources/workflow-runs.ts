import { date, dateRange, id, type MakeSource, number, type Source, text, url } from "@wellhead/sdk";
import { repositoryFilter } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { readRuns } from "./read-runs.js";

/**
 * Creates the source of a repository's workflow runs.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-repository
 */
export function workflowRuns<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Workflow runs",
    description: "Of GitHub Actions, the newest first",
    filter: { ...repositoryFilter(), created: dateRange({ title: "Created", optional: true }) },
    fields: {
      id: id(),
      workflow: text(),
      title: text(),
      file: text(),
      number: number(),
      attempt: number(),
      event: text(),
      status: text(),
      conclusion: text(),
      branch: text(),
      commit: text(),
      actor: text(),
      created: date(),
      started: date({ description: "Of the last attempt" }),
      updated: date(),
      address: url(),
      ...repositoryColumn,
    },
    rows: ({ http, log, filter: { created, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, (place) =>
        readRuns(http, place, created).map((run) => ({
          id: run.id,
          workflow: run.name,
          title: run.display_title,
          file: run.path,
          number: run.run_number,
          attempt: run.run_attempt,
          event: run.event,
          status: run.status,
          conclusion: run.conclusion,
          branch: run.head_branch,
          commit: run.head_sha,
          actor: run.actor?.login,
          created: run.created_at,
          started: run.run_started_at,
          updated: run.updated_at,
          address: run.html_url,
        })),
      ),
  });
}
