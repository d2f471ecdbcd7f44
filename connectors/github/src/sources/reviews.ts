import {
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
import { person } from "./person.js";
import { readPulls } from "./read-pulls.js";

/** Members of a review that are read. */
export const reviewShape = shape.object({
  id: shape.required(shape.id),
  user: person,
  author_association: shape.text,
  state: shape.text,
  body: shape.text,
  commit_id: shape.text,
  submitted_at: shape.text,
  html_url: shape.text,
});

/**
 * Creates the source of the reviews of pull requests. It makes a request for each pull request of the period.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/pulls/reviews#list-reviews-for-a-pull-request
 */
export function reviews<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Reviews",
    description: "Of pull requests. Reading takes a request for each pull request, so choose a period",
    filter: {
      ...repositoryFilter(),
      updated: dateRange({ title: "Pull request updated", optional: true }),
    },
    fields: {
      id: id(),
      pull_request: number({ description: "Its number" }),
      reviewer: text(),
      association: text({ description: "What the reviewer is to the repository" }),
      state: text({ description: "Such as APPROVED or CHANGES_REQUESTED" }),
      body: text(),
      commit: text(),
      submitted: date(),
      address: url(),
      ...repositoryColumn,
    },
    rows: ({ http, log, filter: { updated, ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, async function* (place) {
        const missing = new MissingParents(log, "pull requests");
        const pulls = readPulls(http, { place, state: "all", created: undefined, updated });
        const found = readChildren(pulls, ({ number: pull }) =>
          missing.read(
            http.pages(repositoryPath(place, `pulls/${encodeURIComponent(pull)}/reviews`), {
              shape: reviewShape,
              key: "id",
              order: "stable",
            }),
          ),
        );
        for await (const { parent, children } of found) {
          yield children.map((review) => ({
            id: review.id,
            pull_request: parent.number,
            reviewer: review.user?.login,
            association: review.author_association,
            state: review.state,
            body: review.body,
            commit: review.commit_id,
            submitted: review.submitted_at,
            address: review.html_url,
          }));
        }
        missing.end();
      }),
  });
}
