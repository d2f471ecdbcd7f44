import { publicSentencesOf } from "./public-sentence.js";

const guide = "developers.fibery.com/guides/integrations";
const pages = "reports-help.fibery.io/integration_apps/api";

/** Sentences of the public documents of the third generation. */
export const thirdGenerationSentences = [
  ...publicSentencesOf("v3", `${guide}, application`, [
    ["application", "GET / has version, name, description and authentication with at least one entry"],
    ["kind", "An account kind has an id and a name, and its fields are an array"],
    ["field", "A field has an id, a label, and a documented type"],
    ["validate", "POST /validate returns 200 with the name of the account, or 401 with a message"],
    [
      "oauth",
      "POST /oauth2/v1/authorize returns redirect_uri; POST /oauth2/v1/access_token returns the account",
    ],
    ["https", "Every endpoint is reached over HTTPS, because accounts travel in bodies"],
  ]),
  ...publicSentencesOf("v3", `${pages}/synchronizer_config`, [
    ["config", "POST config returns types, each with an id and a name, and filters, a list of fields"],
    ["version", "The version of the configuration comes back in requests for data, as text"],
    ["webhooks", "The configuration says whether webhooks are enabled, and of which design"],
  ]),
  ...publicSentencesOf("v3", `${pages}/synchronizer_schema`, [
    ["schema", "POST schema returns the fields of each type, id and name among them"],
    [
      "field-type",
      "A field has a name, one of five types, and a sub type, options and format where they apply",
    ],
    ["workflow", "A workflow has one default state and a final one"],
    ["relation", "A relation names its cardinality, both sides, and the type and field of its target"],
    ["values", "A value is written as the type and sub type of its field say"],
  ]),
  ...publicSentencesOf("v3", `${pages}/synchronizer_data`, [
    ["data", "POST data returns a page of items of the requested type"],
    ["identity", "An entity is known by its id"],
    ["pages", "nextPageConfig comes back as pagination until hasNext is false"],
    ["full", "A full synchronization removes what is not sent"],
    ["delta", "A delta applies only what is sent; __syncAction is SET or REMOVE"],
    ["since", "lastSynchronizedAt is the instant of the last run, absent in the first"],
  ]),
  ...publicSentencesOf("v3", `${pages}/synchronizer_datalist, filter validation, resource`, [
    ["datalist", "POST datalist returns items with a title and a value, for the values in dependsOn"],
    ["filter", "POST filter/validate returns 200 for a valid filter, and 400 with a message"],
    ["resource", "POST resource streams the file for the params of its address"],
  ]),
  ...publicSentencesOf("v3", `${guide}, webhooks and actions`, [
    ["event", "An event with a wrong signature is refused; a right one becomes changes of entities"],
    ["actions", "GET / lists actions with their arguments; one that fails returns a status and a message"],
  ]),
  ...publicSentencesOf("v3", `${guide}, best practices`, [
    ["error", "A failure has a status of 4xx or 5xx and a message"],
    ["try-later", "With tryLater the platform asks for the same page again later"],
  ]),
];
