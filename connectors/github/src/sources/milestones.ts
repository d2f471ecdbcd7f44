import { date, id, list, type MakeSource, number, type Source, shape, text, url } from "@wellhead/sdk";
import { repositoryFilter, repositoryPath } from "../filters/repository-filter.js";
import { ofRepositories, repositoryColumn } from "./of-repositories.js";
import { person } from "./person.js";

/** Members of a milestone that are read. */
export const milestoneShape = shape.object({
  id: shape.required(shape.id),
  number: shape.number,
  title: shape.text,
  description: shape.text,
  state: shape.text,
  creator: person,
  open_issues: shape.number,
  closed_issues: shape.number,
  created_at: shape.text,
  updated_at: shape.text,
  due_on: shape.text,
  closed_at: shape.text,
  html_url: shape.text,
});

/**
 * Creates the source of a repository's milestones.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/issues/milestones#list-milestones
 */
export function milestones<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Milestones",
    filter: {
      ...repositoryFilter(),
      state: list({ title: "State", choices: ["all", "open", "closed"], optional: true }),
    },
    fields: {
      id: id(),
      number: number(),
      title: text(),
      description: text(),
      state: text(),
      creator: text(),
      open_issues: number(),
      closed_issues: number(),
      created: date(),
      updated: date(),
      due: date(),
      closed: date(),
      address: url(),
      ...repositoryColumn,
    },
    rows: ({ http, log, filter: { state = "all", ...chosen } }) =>
      ofRepositories({ http, log, ...chosen }, (place) =>
        http
          .pages(repositoryPath(place, "milestones"), {
            shape: milestoneShape,
            query: { state },
            key: "id",
            order: "changing",
          })
          .map((milestone) => ({
            id: milestone.id,
            number: milestone.number,
            title: milestone.title,
            description: milestone.description,
            state: milestone.state,
            creator: milestone.creator?.login,
            open_issues: milestone.open_issues,
            closed_issues: milestone.closed_issues,
            created: milestone.created_at,
            updated: milestone.updated_at,
            due: milestone.due_on,
            closed: milestone.closed_at,
            address: milestone.html_url,
          })),
      ),
  });
}
