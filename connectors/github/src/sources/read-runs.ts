import {
  type DateRange,
  type Http,
  isWithin,
  memberAt,
  type Pages,
  type ShapeValue,
  shape,
} from "@wellhead/sdk";
import { repositoryPath } from "../filters/repository-filter.js";
import { githubPages } from "../paging/github-pages.js";
import { readInstants } from "../paging/read-instants.js";
import { person } from "./person.js";

/** Members of a workflow run that are read. */
export const runShape = shape.object({
  id: shape.required(shape.id),
  name: shape.text,
  display_title: shape.text,
  path: shape.text,
  run_number: shape.number,
  run_attempt: shape.number,
  event: shape.text,
  status: shape.text,
  conclusion: shape.text,
  head_branch: shape.text,
  head_sha: shape.text,
  actor: person,
  created_at: shape.text,
  run_started_at: shape.text,
  updated_at: shape.text,
  html_url: shape.text,
});

/**
 * Reads workflow runs from the newest one back to the start of the period. GitHub's own filter by time silently stops
 * after 1,000 runs, so it is not used.
 *
 * @param http - Client of the request
 * @param place - Owner and repository
 * @param created - Period in which they were created. Default: any
 * @returns The runs
 * @see https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-repository
 */
export function readRuns(
  http: Http,
  place: { readonly owner: string; readonly repository: string },
  created: DateRange | undefined,
): Pages<ShapeValue<typeof runShape>> {
  const from = created?.min === undefined ? Number.NEGATIVE_INFINITY : Date.parse(created.min);
  return http
    .pages(repositoryPath(place, "actions/runs"), {
      shape: runShape,
      key: "id",
      order: "stable",
      items: "workflow_runs",
      paging: {
        ...githubPages,
        after: (page) => {
          const instants = readInstants(memberAt(page.body, "workflow_runs"), "created_at");
          return instants.some((instant) => instant < from)
            ? { end: "no further page" }
            : githubPages.after(page);
        },
      },
    })
    .filter((run) => isWithin(run.created_at, created));
}
