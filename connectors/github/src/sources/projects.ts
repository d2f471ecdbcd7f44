import { bool, date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { organisationField } from "../filters/organisation-filter.js";
import { githubCursorPages } from "../paging/github-pages.js";
import { person } from "./person.js";

/** Members of a project that are read. */
export const projectShape = shape.object({
  id: shape.required(shape.id),
  number: shape.number,
  title: shape.text,
  short_description: shape.text,
  description: shape.text,
  state: shape.text,
  public: shape.bool,
  is_template: shape.bool,
  creator: person,
  created_at: shape.text,
  updated_at: shape.text,
  closed_at: shape.text,
});

/**
 * Creates the source of an organisation's projects.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/projects/projects#list-projects-for-organization
 */
export function projects<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Projects",
    description: "Of an organisation",
    filter: { organisation: organisationField() },
    fields: {
      id: id(),
      number: number(),
      title: text(),
      summary: text(),
      readme: text(),
      state: text(),
      public: bool(),
      template: bool(),
      creator: text(),
      created: date(),
      updated: date(),
      closed: date(),
    },
    rows: ({ http, filter: { organisation } }) =>
      http
        .pages(`orgs/${encodeURIComponent(organisation)}/projectsV2`, {
          shape: projectShape,
          key: "id",
          order: "changing",
          paging: githubCursorPages,
        })
        .map((project) => ({
          id: project.id,
          number: project.number,
          title: project.title,
          summary: project.short_description,
          readme: project.description,
          state: project.state,
          public: project.public,
          template: project.is_template,
          creator: project.creator?.login,
          created: project.created_at,
          updated: project.updated_at,
          closed: project.closed_at,
        })),
  });
}
