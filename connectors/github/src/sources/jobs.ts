import {
  arrayOf,
  date,
  dateRange,
  id,
  type MakeSource,
  MissingParents,
  number,
  type Source,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { readChildren } from "../paging/read-children.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { readRuns } from "./read-runs.js";

/** Members of a job that are read. */
export const jobShape = shape.object({
  id: shape.required(shape.id),
  run_id: shape.id,
  run_attempt: shape.number,
  workflow_name: shape.text,
  name: shape.text,
  status: shape.text,
  conclusion: shape.text,
  head_branch: shape.text,
  labels: shape.list(shape.text),
  runner_name: shape.text,
  created_at: shape.text,
  started_at: shape.text,
  completed_at: shape.text,
  html_url: shape.text,
});

/**
 * Creates the source of the jobs of workflow runs, for the last attempt of each run. It makes a request for each run of
 * the period.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/actions/workflow-jobs#list-jobs-for-a-workflow-run
 */
export function jobs<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Workflow jobs",
    description: "Of GitHub Actions. Reading takes a request for each run, so choose a period",
    filter: { ...repositoryFilter(), created: dateRange({ title: "Run created", optional: true }) },
    fields: {
      id: id(),
      run_id: id(),
      attempt: number(),
      workflow: text(),
      name: text(),
      status: text(),
      conclusion: text(),
      branch: text(),
      labels: arrayOf(text({ description: "What the runner must have" })),
      runner: text(),
      created: date(),
      started: date(),
      completed: date(),
      address: url(),
      ...repositoryColumn,
    },
    rows: ({ http, log, filter: { created, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, async function* (place) {
        const missing = new MissingParents(log, "workflow runs");
        const found = readChildren(readRuns(http, place, created), (run) =>
          missing.read(
            http.pages(repositoryPath(place, `actions/runs/${encodeURIComponent(run.id)}/jobs`), {
              shape: jobShape,
              key: "id",
              items: "jobs",
            }),
          ),
        );
        for await (const { children } of found) {
          yield children.map((job) => ({
            id: job.id,
            run_id: job.run_id,
            attempt: job.run_attempt,
            workflow: job.workflow_name,
            name: job.name,
            status: job.status,
            conclusion: job.conclusion,
            branch: job.head_branch,
            labels: job.labels,
            runner: job.runner_name,
            created: job.created_at,
            started: job.started_at,
            completed: job.completed_at,
            address: job.html_url,
          }));
        }
        missing.end();
      }),
  });
}
