import {
  accountField,
  at,
  declares,
  filterField,
  header,
  inner,
  list,
  status,
  type WrongServer,
  wrong,
} from "./wrong-server.js";

const afterIds = ["application.type-true"];

/** Servers that are wrong in GET /. */
export const wrongDeclarations: readonly WrongServer[] = [
  wrong("application.answers", at("GET /", status(500, "internal")), { blocks: true }),
  wrong(
    "application.object",
    at("GET /", (answer) => {
      answer.body = "[]";
    }),
    { blocks: true },
  ),
  wrong("application.content-type", at("GET /", header("content-type", "text/html"))),
  declares("application.version", (raw) => {
    raw["version"] = 1;
  }),
  declares("application.name", (raw) => {
    raw["name"] = "";
  }),
  declares("application.description", (raw) => {
    delete raw["description"];
  }),
  declares(
    "application.id",
    (raw) => {
      delete raw["id"];
    },
    { companions: ["compatibility.id"] },
  ),
  declares(
    "application.authentication",
    (raw) => {
      raw["authentication"] = [];
    },
    { companions: ["compatibility.kinds", "oauth1.absent", "oauth2.absent"], blocks: true },
  ),
  declares(
    "application.sources",
    (raw) => {
      delete raw["sources"];
    },
    { companions: ["compatibility.sources"] },
  ),
  declares(
    "application.sources-any",
    (raw) => {
      raw["sources"] = [];
    },
    { companions: ["compatibility.sources"] },
  ),
  declares("application.site-pair", (raw) => {
    delete raw["website"];
  }),
  declares("application.tags", (raw) => {
    raw["tags"] = "example";
  }),
  declares("application.color", (raw) => {
    raw["color"] = "red";
  }),
  declares(
    "application.type",
    (raw) => {
      raw["type"] = "crunchy";
    },
    { companions: afterIds },
  ),
  declares(
    "application.type-true",
    (raw) => {
      raw["type"] = "crunch";
    },
    { variant: "single", companions: schemaAll(), blocks: true },
  ),
  declares(
    "application.timezone-true",
    (raw) => {
      raw["features"] = {};
    },
    { companions: ["dates.whole-day", "dates.max-day"] },
  ),
  declares("application.responsible-for", (raw) => {
    raw["responsibleFor"] = { dataProviding: "yes" };
  }),
  declares("application.data-providing", (raw) => {
    raw["responsibleFor"] = { ...inner(raw, "responsibleFor"), automations: true };
  }),
  declares("application.synchronization-true", (raw) => {
    raw["responsibleFor"] = { ...inner(raw, "responsibleFor"), dataSynchronization: true };
  }),
  wrong("application.etag", (answer, request) => {
    if (request.path === "/" && request.headers["if-none-match"] !== undefined) answer.status = 200;
  }),
  wrong(
    "application.stable",
    at("GET /", (answer, _request, memory) => {
      memory.set("n", (memory.get("n") ?? 0) + 1);
      answer.body = String(answer.body).replace("Does everything right", `Call ${memory.get("n")}`);
    }),
  ),
  wrong(
    "application.unknown-query",
    at("GET /", status(400, "malformed_request"), ({ query }) => query.size > 0),
  ),
  declares(
    "accounts.id",
    (raw) => {
      kind(raw, "token")["id"] = "Token!";
    },
    { companions: ["compatibility.kinds", "validate.required-field"], blocks: true },
  ),
  declares("accounts.id-unique", (raw) => {
    list(raw, "authentication").push({ ...kind(raw, "none") });
  }),
  declares("accounts.name", (raw) => {
    kind(raw, "token")["name"] = "";
  }),
  declares("accounts.description", (raw) => {
    delete kind(raw, "token")["description"];
  }),
  declares("accounts.fields-array", (raw) => {
    kind(raw, "none")["fields"] = {};
  }),
  declares("accounts.fields-omitted", (raw) => {
    kind(raw, "none")["fields"] = [];
  }),
  declares("accounts.none-asks-nothing", (raw) => {
    kind(raw, "none")["fields"] = [{ ...accountField(raw, "site"), id: "hint" }];
  }),
  declares(
    "accounts.oauth-field",
    (raw) => {
      list(kind(raw, "oauth2"), "fields").push({
        ...list(kind(raw, "oauth2"), "fields")[0],
        id: "two",
        title: "callback_uri",
        name: "callback_uri",
      });
    },
    { companions: ["accounts.oauth-field-id"] },
  ),
  declares("accounts.oauth-field-id", (raw) => {
    Object.assign(list(kind(raw, "oauth2"), "fields")[0] ?? {}, { title: "Sign in", name: "Sign in" });
  }),
  declares("fields.id", (raw) => {
    list(kind(raw, "token"), "fields").push({ ...accountField(raw, "site"), id: "" });
  }),
  declares("fields.id-unique", (raw) => {
    list(kind(raw, "token"), "fields").push({ ...accountField(raw, "site") });
  }),
  declares("fields.label", (raw) => {
    drop(filterField(raw, "search"), "title", "name");
  }),
  declares("fields.label-pair", (raw) => {
    drop(filterField(raw, "search"), "name");
  }),
  declares("fields.description", (raw) => {
    drop(filterField(raw, "search"), "description");
  }),
  declares("fields.obligation", (raw) => {
    drop(filterField(raw, "search"), "optional", "required");
  }),
  declares("fields.obligation-pair", (raw) => {
    drop(filterField(raw, "search"), "optional");
  }),
  declares(
    "fields.type",
    (raw) => {
      filterField(raw, "search")["type"] = "hologram";
    },
    { companions: ["compatibility.field-types"] },
  ),
  declares(
    "fields.password-place",
    (raw) => {
      filterField(raw, "search")["type"] = "password";
    },
    { companions: ["compatibility.field-types"] },
  ),
  declares(
    "fields.oauth-place",
    (raw) => {
      filterField(raw, "search")["type"] = "oauth";
    },
    { companions: ["compatibility.field-types"] },
  ),
  declares("fields.link-value", (raw) => {
    drop(filterField(raw, "help"), "value");
  }),
  declares("fields.editor-mode", (raw) => {
    filterField(raw, "query")["editorMode"] = "python";
  }),
  declares("fields.flags", (raw) => {
    filterField(raw, "search")["private"] = "false";
  }),
  declares("fields.placeholder", (raw) => {
    filterField(raw, "search")["placeholder"] = 1;
  }),
  declares("fields.default-value", (raw) => {
    filterField(raw, "labels")["defaultValue"] = { a: 1 };
  }),
  declares("fields.requires", (raw) => {
    filterField(raw, "search")["datalist_requires"] = "state";
  }),
  declares("fields.requires-known", (raw) => {
    filterField(raw, "search")["datalist_requires"] = ["nothing"];
  }),
  declares("fields.date-datalist", (raw) => {
    filterField(raw, "created")["datalist"] = false;
  }),
  declares("fields.options", (raw) => {
    drop(filterField(raw, "labels"), "data", "choices", "options");
  }),
  declares("fields.static-data", (raw) => {
    filterField(raw, "labels")["data"] = [
      { name: "Red", value: "red" },
      { name: "Blue", value: "blue" },
      { name: "Green", value: "green" },
    ];
  }),
  declares("fields.static-scalars", (raw) => {
    filterField(raw, "labels")["choices"] = ["blue", "red"];
  }),
  declares("sources.id", (raw) => {
    list(raw, "sources").push({ ...list(raw, "sources")[2], id: "" });
  }),
  declares("sources.id-unique", (raw) => {
    list(raw, "sources").push({ ...list(raw, "sources")[2] });
  }),
  declares("sources.name", (raw) => {
    (list(raw, "sources")[0] ?? {})["name"] = "";
  }),
  declares("sources.description", (raw) => {
    drop(list(raw, "sources")[0] ?? {}, "description");
  }),
  declares("sources.tags", (raw) => {
    (list(raw, "sources")[0] ?? {})["tags"] = [1];
  }),
  declares("sources.default", (raw) => {
    (list(raw, "sources")[1] ?? {})["default"] = "no";
  }),
  declares("sources.filter-array", (raw) => {
    drop(list(raw, "sources")[2] ?? {}, "filter");
  }),
  declares(
    "sources.fields-object",
    (raw) => {
      (list(raw, "sources")[2] ?? {})["fields"] = [];
    },
    { companions: ["compatibility.columns"] },
  ),
  declares("sources.columns", (raw) => {
    editColumn(raw, "title", (column) => {
      drop(column, "order");
    });
  }),
  declares("sources.column-id", (raw) => {
    editColumn(raw, "title", (column) => {
      column["id"] = "name";
    });
  }),
  declares(
    "sources.column-type",
    (raw) => {
      editColumn(raw, "title", (column) => {
        column["type"] = "string";
      });
    },
    { companions: ["compatibility.column-types"] },
  ),
];

function schemaAll(): readonly string[] {
  return [
    "schema.answers",
    "schema.columns",
    "schema.column-name",
    "schema.column-id",
    "schema.column-type",
    "schema.source-unknown",
    "schema.source-omitted",
    "schema.account-wrong",
    "errors.broken-json.schema",
  ];
}

function kind(raw: Record<string, unknown>, id: string): Record<string, unknown> {
  return list(raw, "authentication").find((one) => one["id"] === id) ?? {};
}

function drop(object: Record<string, unknown>, ...names: readonly string[]): void {
  for (const name of names) delete object[name];
}

function editColumn(
  raw: Record<string, unknown>,
  id: string,
  edit: (column: Record<string, unknown>) => void,
): void {
  const source = list(raw, "sources")[2] ?? {};
  const column = { ...inner(inner(source, "fields"), id) };
  edit(column);
  source["fields"] = { ...inner(source, "fields"), [id]: column };
}
