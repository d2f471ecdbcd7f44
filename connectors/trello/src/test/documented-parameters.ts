/** Parameters that Trello's reference lists for each path that is read, with the page they are from. */
export const documentedParameters: ReadonlyArray<{
  readonly path: RegExp;
  readonly names: readonly string[];
  readonly page: string;
}> = [
  {
    path: /\/boards\/[^/]+\/cards$/,
    // The list accepts the parameters of nested card resources, and pages like actions.
    names: [
      "filter",
      "fields",
      "members",
      "member_fields",
      "limit",
      "since",
      "before",
      "customFieldItems",
      "checklists",
      "attachments",
      "attachment_fields",
    ],
    page: "https://developer.atlassian.com/cloud/trello/guides/rest-api/nested-resources/#cards-nested-resource",
  },
  {
    path: /\/boards\/[^/]+\/actions$/,
    names: [
      "fields",
      "filter",
      "format",
      "idModels",
      "limit",
      "member",
      "member_fields",
      "memberCreator",
      "memberCreator_fields",
      "page",
      "reactions",
      "before",
      "since",
    ],
    page: "https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-boardid-actions-get",
  },
  {
    path: /\/boards\/[^/]+\/lists$/,
    names: ["cards", "card_fields", "filter", "fields"],
    page: "https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-lists-get",
  },
  {
    path: /\/boards\/[^/]+\/labels$/,
    names: ["fields", "limit"],
    page: "https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-labels-get",
  },
  {
    path: /\/members\/me\/boards$/,
    names: ["filter", "fields", "lists", "organization", "organization_fields"],
    page: "https://developer.atlassian.com/cloud/trello/rest/api-group-members/#api-members-id-boards-get",
  },
  {
    path: /\/boards\/[^/]+\/checklists$/,
    names: ["cards", "card_fields", "checkItems", "checkItem_fields", "fields", "filter"],
    page: "https://developer.atlassian.com/cloud/trello/guides/rest-api/nested-resources/#checklists-nested-resource",
  },
  {
    path: /\/boards\/[^/]+\/customFields$/,
    names: [],
    page: "https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-customfields-get",
  },
  {
    path: /\/boards\/[^/]+\/members$/,
    names: ["fields", "filter"],
    page: "https://developer.atlassian.com/cloud/trello/guides/rest-api/nested-resources/#members-nested-resource",
  },
];
