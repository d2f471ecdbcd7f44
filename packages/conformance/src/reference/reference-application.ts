/** Which shape the reference connector has. */
export type Variant = "full" | "single" | "moved";

/** The secret of the one account that works. */
export const rightToken = "right-4711-token-of-ada";

/** Offset of the full variant's account. */
export const zone = { text: "+02:00", milliseconds: 7_200_000 };

const columnTypes = {
  id: "id",
  title: "text",
  amount: "number",
  open: "bool",
  created: "date",
  labels: "array[text]",
};

/** Columns of the sources, in full. */
export const columns = Object.fromEntries(
  Object.entries(columnTypes).map(([id, type], order) => [
    id,
    { id, name: `The ${id}`, description: "", type, ignore: false, readonly: true, order },
  ]),
);

type Raw = Record<string, unknown>;

function field(id: string, type: string, more: Raw = {}): Raw {
  const title = `Field ${id}`;
  const { optional = true, ...others } = more;
  return { id, title, name: title, description: "", type, optional, required: optional !== true, ...others };
}

function choices(...values: readonly string[]): Raw {
  const data = values.map((value) => ({ title: value.toUpperCase(), name: value.toUpperCase(), value }));
  return { data, choices: values, options: values };
}

const issueFilter = [
  field("state", "list", choices("open", "closed")),
  field("labels", "multidropdown", choices("red", "blue", "green")),
  field("minimum", "number", { placeholder: "1" }),
  field("open", "bool", { defaultValue: false, private: true }),
  field("created", "date", { datalist: true }),
  field("search", "text"),
  field("organisation", "list", { datalist: true }),
  field("project", "list", { datalist: true, datalist_requires: ["organisation"] }),
  field("query", "highlightText", { editorMode: "sql" }),
  field("help", "link", { value: "https://example.org/help" }),
];

const tokenKind = {
  id: "token",
  name: "Access token",
  description: "",
  fields: [field("token", "password", { optional: false }), field("site", "text", { placeholder: "ada" })],
};

function oauthKind(id: string): Raw {
  const button = { ...field("callback_uri", "oauth"), title: "callback_uri", name: "callback_uri" };
  return { id, name: id, description: "", fields: [button] };
}

function source(id: string, filter: readonly Raw[], more: Raw = {}): Raw {
  return { id, name: `Source ${id}`, description: "", tags: ["a"], fields: columns, filter, ...more };
}

const common = {
  id: "reference",
  version: "1.0.0",
  name: "Reference",
  description: "Does everything right",
  site: "https://example.org",
  website: "https://example.org",
  tags: ["example"],
  color: "#336699",
};

const responsibleFor = {
  dataProviding: true,
  userAuthentication: false,
  dataSynchronization: false,
  automations: false,
};

/** Makes what GET / answers. */
export function applicationOf(variant: Variant): Raw {
  if (variant !== "full") {
    const sources = [source("issues", [issueFilter[2] ?? {}], { default: true })];
    return { ...common, type: "none", responsibleFor, authentication: [tokenKind], sources };
  }
  return {
    ...common,
    ...{ type: "crunch", features: { timezone: true }, responsibleFor },
    authentication: [
      { id: "none", name: "No account", description: "" },
      tokenKind,
      oauthKind("oauth"),
      oauthKind("oauth2"),
    ],
    sources: [
      source("issues", issueFilter, { default: true }),
      source("reports", [field("year", "number", { optional: false })]),
      source("broken", []),
    ],
  };
}
