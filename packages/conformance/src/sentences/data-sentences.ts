import { sentencesOf } from "./contract-sentence.js";

/** Sentences on rows, options, schemas, zones and dates. */
export const dataSentences = [
  ...sentencesOf("POST /", [
    [
      "data.request",
      "The request has source, account and filter, and limit and skip as number, null or digits",
    ],
    ["data.no-limit", "Without limit everything is sent"],
    [
      "data.coerced",
      "Filter values are converted by declared type: digits to numbers, 0 and 1 to bool, joined text to arrays",
    ],
    ["data.wrong-value", "A wrong value, or a missing required one, returns 400 with field"],
    ["data.unknown-members", "Unknown members are ignored"],
    ["data.json-array", "200 with a JSON array of objects, labelled application/json, streamed"],
    [
      "data.formats",
      "Accept chooses application/x-ndjson or text/csv (comma, CR LF, header) by quality; */* and nothing mean JSON",
    ],
    ["data.encodings", "Accept-Encoding gzip, br and zstd are honoured"],
    ["data.order", "Account, filter and the first rows are settled before the status line"],
    ["data.endings", "A stream ends whole, marked as last element or line, or cut"],
    ["data.cut", "CSV that fails is always cut"],
    ["data.no-quiet-end", "A quiet short array never happens"],
    [
      "data.mark-row",
      "A row of data that looks like the mark is refused",
      "the suite cannot put rows into somebody's source",
    ],
    ["data.stop-upstream", "Work stops when the caller goes away, and nothing is left behind"],
  ]),
  ...sentencesOf("POST /datalist", [
    ["datalist.request", "Source, field and dependents are in the query, or in a JSON body with the account"],
    ["datalist.answer", "200 with a bare array of title, name and value"],
    ["datalist.stable", "The order is stable and nothing occurs twice"],
    [
      "datalist.400",
      "400 for an unknown source, a field without options, or a missing dependent, which is named",
    ],
    ["datalist.401", "401 when the account does not work"],
    [
      "datalist.dead-upstream",
      "A dead upstream is an error, never an empty list",
      "the suite cannot stop somebody's upstream",
    ],
    [
      "datalist.long",
      "A long list is cut at a stated bound with a last entry that says so",
      "how long a list really is cannot be known from outside",
    ],
  ]),
  ...sentencesOf("Optional v2 endpoints", [
    ["schema.request", "POST /schema takes source, account and filter"],
    ["schema.source", "Without source the only or default one is meant"],
    [
      "schema.columns",
      "A column has id, name, description, type, ignore, readonly and order, its type from the published list",
    ],
    ["schema.account", "The schema may depend on the account and agrees with what is declared"],
    ["filter-check.right", "POST /validate/filter returns 200 with {} for a valid filter"],
    ["filter-check.wrong", "It returns 400 with field for an invalid one"],
    ["timezone.answer", 'POST /timezone returns {"timeZone": "+HH:MM"} for an account'],
    ["http.options", "OPTIONS returns 204"],
    ["http.head", "HEAD is served where GET is"],
  ]),
  ...sentencesOf("Dates in filters", [
    ["dates.forms", "A date comes as a day, a time with or without zone, or a range of them"],
    ["dates.single-day", "A single day means the whole day"],
    ["dates.max-day", "A range that ends on a day includes it"],
    ["dates.zone", "Times without a zone are read in the account's zone, else UTC"],
    ["dates.bounds", "Both ends belong to a range"],
    ["dates.expressions", "Expressions of the date range grammar are accepted as well"],
    [
      "dates.tools",
      "The parser of expressions is a public function and a command",
      "it is part of the tools, not of the interface",
    ],
  ]),
  ...sentencesOf("Synchronizer", [
    [
      "sync.config",
      "POST config lists the types, the shared filter, the version and whether there are webhooks",
    ],
    ["sync.schema", "POST schema returns the fields of each requested type; each has id and name"],
    ["sync.relations", "A relation leads to a type that exists, and its values to entities of that type"],
    ["sync.data", "POST data returns entities of the requested type, each with an id, to accounts that work"],
    ["sync.values", "Values have the form of their field's type and sub type"],
    ["sync.pages", "Pages together are the whole, end, and can be asked for again in any order"],
    ["sync.positions", "A position that was not sent for the same type, filter and account is refused"],
    ["sync.changes", "A full run is complete, a delta holds every change since the instant it names"],
    ["sync.forms", "Options follow what they depend on, and a filter is checked before it is saved"],
    ["sync.files", "A file is streamed only for an address that an entity has"],
    ["sync.webhooks", "Events are checked before they change anything"],
    ["sync.actions", "Actions are described in full, and an unknown one is refused"],
    ["sync.errors", "Refusals have a message and the right status, hold no secret, and are never a failure"],
  ]),
];
