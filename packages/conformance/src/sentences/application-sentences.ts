import { sentencesOf } from "./contract-sentence.js";

/** Sentences on GET / and GET /logo. */
export const applicationSentences = [
  ...sentencesOf("GET /", [
    ["get.status", "GET / returns 200"],
    ["get.public", "GET / needs no account"],
    [
      "get.members",
      "id, version, name, description, authentication with one entry at least, and sources are always emitted",
    ],
    ["get.when-set", "site, website, tags and color (#RRGGBB) are emitted when set"],
    ["get.type", 'type is "crunch" exactly when POST /schema is served, else "none"'],
    ["get.features", "features.timezone is true exactly when POST /timezone is served"],
    [
      "get.responsible-for",
      "responsibleFor claims data, neither users nor automations, and synchronization exactly when it is served",
    ],
    ["get.etag", "GET / supports ETag and If-None-Match"],
  ]),
  ...sentencesOf("GET /, authentication", [
    ["kinds.members", "An account kind has id, name, description and fields"],
    ["kinds.fields-omitted", "fields is left out when the kind asks for nothing"],
    ["kinds.ids", "Ids are none, oauth, oauth2, or lower-case letters, digits and hyphens"],
    ["kinds.one-per-oauth", "There is at most one kind per OAuth version"],
    [
      "kinds.refused",
      "A definition that breaks these rules is refused when it is made",
      "how a connector is defined is not part of the interface",
    ],
    [
      "kinds.oauth-field",
      "An OAuth kind lists exactly one field of type oauth, with id and title callback_uri",
    ],
  ]),
  ...sentencesOf("GET /, fields and filter", [
    ["fields.members", "A field always has id, title, name, description, type, optional and required"],
    [
      "fields.when-set",
      "defaultValue, placeholder, private, secured, value and datalist_requires are emitted when set",
    ],
    ["fields.editor-mode", "editorMode of highlightText is json or sql"],
    ["fields.datalist-flag", "datalist is true exactly when POST /datalist answers for the field"],
    ["fields.date-datalist", "datalist is always true on date"],
    ["fields.types", "Types are those of the published list"],
    ["fields.password", "Only accounts have the type password"],
    ["fields.display-only", "link and oauth are for display and are never sent back"],
  ]),
  ...sentencesOf("GET /, sources", [
    ["sources.members", "A source has id, name, description and filter, and tags and default when set"],
    ["sources.columns", "fields of a source describe its columns and are left out when unknown"],
  ]),
  ...sentencesOf("GET /logo", [
    ["logo.svg", "200 with image/svg+xml, sanitised"],
    ["logo.headers", "The logo comes with nosniff, a policy that sandboxes it, and an ETag"],
    ["logo.none", "204 when there is no logo"],
    ["logo.elsewhere", "302 when the definition names an address"],
  ]),
];
