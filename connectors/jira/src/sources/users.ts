import { bool, id, type MakeSource, offset, type Source, shape, text } from "@wellhead/sdk";

/** Members of a user that are read. */
const userShape = shape.object({
  accountId: shape.required(shape.text),
  accountType: shape.text,
  displayName: shape.text,
  emailAddress: shape.text,
  active: shape.bool,
});

/**
 * Creates the source of the users of Jira, including apps and users who are no longer active.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users/#api-rest-api-3-users-search-get
 */
export function users<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Users",
    description: "Also apps, and users who are no longer active",
    filter: {},
    fields: {
      id: id(),
      name: text(),
      email: text({ description: "Empty if the user hides it" }),
      type: text({ description: "atlassian, app or customer" }),
      active: bool(),
    },
    rows: ({ http }) =>
      http
        .pages("api/3/users/search", {
          shape: userShape,
          // An empty page is the only proof of the end.
          paging: offset({ parameter: "startAt", size: { parameter: "maxResults", value: 1000 } }),
          key: "accountId",
          order: "changing",
        })
        .map((user) => ({
          id: user.accountId,
          name: user.displayName,
          email: user.emailAddress,
          type: user.accountType,
          active: user.active,
        })),
  });
}
