import { publicSentencesOf } from "./public-sentence.js";

const v1 = "dev.vizydrop.com";
const v2 = "reports-help.fibery.io/custom_apps";

/** Sentences of the public documents of the first generation. */
const first = [
  ...publicSentencesOf("v1", `${v1}, API schema: application information`, [
    ["members", "GET / has version, name, description, authentication with at least one entry, and sources"],
    ["kind", "An account kind has an id and a name, and its fields are an array"],
    ["field", "A field has an id, a label, and one of the documented types"],
    ["obligation", "A field is required unless it says that it is optional"],
    ["source", "A source has an id and a name; its fields are an object by column; its filter is an array"],
    ["tags", "tags are an array of text"],
    ["color", "color is written #RRGGBB"],
    ["requires", "datalist_requires names other filters of the source"],
  ]),
  ...publicSentencesOf("v1", `${v1}, API schema: fetching data`, [
    ["data", "POST / returns 2xx with the data as text: JSON or CSV"],
    ["data-401", "An invalid account returns 401"],
    ["data-400", "A request with incomplete information returns 400"],
    ["numeric-text", "A number filter may arrive as text of digits"],
    ["zero-one", "A bool filter may arrive as 0 or 1"],
    ["several", "A filter of several values arrives as an array"],
    ["extra", "Extra members of an error are allowed"],
  ]),
  ...publicSentencesOf("v1", `${v1}, API schema: account validation`, [
    ["validate", "POST /validate returns 200 with the name or the changed members of the account"],
    ["validate-401", "An account that does not work returns 401 with an error text"],
  ]),
  ...publicSentencesOf("v1", `${v1}, API schema: datalist`, [
    ["datalist", "POST /datalist returns a bare array of options with a label and a value"],
    ["dependents", "The value of each field in datalist_requires arrives as a query argument"],
  ]),
  ...publicSentencesOf("v1", `${v1}, API schema: OAuth`, [
    ["oauth-start", "GET /oauth1 and GET /oauth2 answer at least redirect_uri"],
    ["oauth-finish", "POST /oauth1 and POST /oauth2 return the account"],
  ]),
  ...publicSentencesOf("v1", `${v1}, Date expressions`, [
    [
      "dates",
      "A date filter arrives as a day, as a day with a time, or as _min and _max with open ends absent",
    ],
  ]),
  ...publicSentencesOf("v1", `${v1}, Security`, [
    ["https", "Every endpoint is reached over HTTPS, because accounts travel in bodies"],
  ]),
];

/** Sentences of the public documents of the second generation. */
const second = [
  ...publicSentencesOf("v2", `${v2}/api/app_schema and /api/domain`, [
    ["members", "GET / has version, name, description, authentication with at least one entry, and sources"],
    ["sources", "sources are not empty"],
    ["kind", "An account kind has an id and a name, and its fields are an array"],
    ["none", "A kind without authentication has no fields"],
    ["field", "A field has an id, a label, and one of the documented types"],
    ["obligation", "A field is required unless it says that it is optional"],
    ["source", "A source has an id and a name; its filter is an array"],
    ["requires", "datalist_requires names other filters of the source"],
    ["crunch", 'type "crunch" says that POST /schema answers'],
    ["timezone", "features.timezone says that POST /timezone answers"],
  ]),
  ...publicSentencesOf("v2", `${v2}/api/data`, [
    ["data", "POST / returns 2xx with the data as text: JSON or CSV"],
    ["data-401", "An invalid account returns 401"],
    ["data-400", "A request with incomplete information returns 400"],
    ["numeric-text", "A number filter may arrive as text of digits"],
    ["several", "A filter of several values arrives as an array"],
    ["everything", "No limit is documented: the answer holds all rows the filter allows"],
  ]),
  ...publicSentencesOf("v2", `${v2}/api/account_validate`, [
    ["validate", "POST /validate returns 200 with the name of the account"],
    ["validate-401", "An account that does not work returns 401 with an error text"],
  ]),
  ...publicSentencesOf("v2", `${v2}/api/datalist`, [
    ["datalist", "POST /datalist returns a bare array of options with a label and a value"],
    ["dependents", "The value of each field in datalist_requires arrives with the request"],
  ]),
  ...publicSentencesOf("v2", `${v2}/api/schema`, [
    ["schema", "POST /schema returns an object by column id with a name and one of the documented types"],
  ]),
  ...publicSentencesOf("v2", "vizydrop/node-simple-app-with-timezone, README", [
    ["zone", 'POST /timezone returns {"timeZone": "+HH:MM"}'],
  ]),
  ...publicSentencesOf("v2", "reports-help.fibery.io/annotations/custom_apps/api/filter_validate", [
    ["filter-check", "POST /validate/filter returns 2xx for a valid filter and 400 for an invalid one"],
  ]),
  ...publicSentencesOf("v2", `${v2}/api/oauth2_redirect_uri and /api/oauth2_token`, [
    ["authorize", "POST /oauth2/v1/authorize returns redirect_uri, with the state in it"],
    ["token", "POST /oauth2/v1/access_token returns the account"],
    ["oauth1", "POST /oauth1/v1/authorize returns redirect_uri, token and secret; access_token follows"],
  ]),
  ...publicSentencesOf("v2", `${v2}/specifications/date_range_spec and @vizydrop/date-range-grammar`, [
    ["dates", "A date filter arrives as instants in _min and _max, with an offset or Z; an open end is null"],
  ]),
  ...publicSentencesOf("v2", "vizydrop/airtable and other public connectors of the vendor", [
    ["mark", 'A stream that fails ends with {"__streamError": {"message", "code"}}'],
    ["stored", "Accounts come back with the platform's own members, such as _id, among the stored ones"],
  ]),
  ...publicSentencesOf("v2", "developers.fibery.com/guides/integrations, best practices", [
    ["https", "Every endpoint is reached over HTTPS, because accounts travel in bodies"],
  ]),
];

/** Sentences of the public documents of both generations. */
export const generationSentences = [...first, ...second];
