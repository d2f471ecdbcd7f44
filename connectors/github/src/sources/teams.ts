import { id, type MakeSource, type Source, shape, text, url } from "@wellhead/sdk";
import { organisationField } from "../filters/organisation-filter.js";

/** Members of a team that are read. */
export const teamShape = shape.object({
  id: shape.required(shape.id),
  name: shape.text,
  slug: shape.text,
  description: shape.text,
  privacy: shape.text,
  permission: shape.text,
  parent: shape.object({ name: shape.text }),
  html_url: shape.text,
});

/**
 * Creates the source of an organisation's teams.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/teams/teams#list-teams
 */
export function teams<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Teams",
    description: "Of an organisation that the account is a member of",
    filter: { organisation: organisationField() },
    fields: {
      id: id(),
      name: text(),
      slug: text({ description: "Name in addresses" }),
      description: text(),
      privacy: text(),
      permission: text(),
      parent: text(),
      address: url(),
    },
    rows: ({ http, filter: { organisation } }) =>
      http
        .pages(`orgs/${encodeURIComponent(organisation)}/teams`, {
          shape: teamShape,
          key: "id",
          order: "changing",
        })
        .map(({ id: key, name, slug, description, privacy, permission, parent, html_url: address }) => ({
          id: key,
          name,
          slug,
          description,
          privacy,
          permission,
          parent: parent?.name,
          address,
        })),
  });
}
