import { bool, id, type MakeSource, type Source, text } from "@wellhead/sdk";
import { projectPages, projectShape } from "../read/issue-filter.js";

/**
 * Creates the source of projects.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-projects/#api-rest-api-3-project-search-get
 */
export function projects<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Projects",
    filter: {},
    fields: {
      id: id(),
      key: text(),
      name: text(),
      type: text(),
      style: text(),
      lead: text(),
      private: bool(),
    },
    rows: ({ http }) =>
      http
        .pages("api/3/project/search", {
          shape: projectShape,
          items: "values",
          ...projectPages,
          query: { expand: "lead" },
        })
        .map((project) => ({
          id: project.id,
          key: project.key,
          name: project.name,
          type: project.projectTypeKey,
          style: project.style,
          lead: project.lead?.displayName,
          private: project.isPrivate,
        })),
  });
}
