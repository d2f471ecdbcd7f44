import { id, list, type MakeSource, type Source, shape, text, url } from "@wellhead/sdk";
import { organisationField } from "../filters/organisation-filter.js";

/** Members of a member that are read. */
export const memberShape = shape.object({
  id: shape.required(shape.id),
  login: shape.text,
  type: shape.text,
  html_url: shape.text,
});

/**
 * Creates the source of an organisation's members.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.github.com/en/rest/orgs/members#list-organization-members
 */
export function members<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Members",
    description: "Of an organisation; who is not a member of it sees those who are so in public",
    filter: {
      organisation: organisationField(),
      role: list({ title: "Role", choices: ["all", "admin", "member"], optional: true }),
    },
    fields: { id: id(), login: text(), type: text({ description: "Such as User or Bot" }), address: url() },
    rows: ({ http, filter: { organisation, role } }) =>
      http
        .pages(`orgs/${encodeURIComponent(organisation)}/members`, {
          shape: memberShape,
          query: { role },
          key: "id",
          order: "changing",
        })
        .map(({ id: key, login, type, html_url: address }) => ({ id: key, login, type, address })),
  });
}
