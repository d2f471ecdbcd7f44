import {
  accountField,
  filterField,
  inner,
  list,
  type Writable,
  type WrongServer,
  wrong,
} from "./wrong-server.js";

function nothing(): void {
  // The server itself is right: what is wrong is how it differs from its earlier version, or where it is.
}

/** Servers that are right by themselves but not where or when they are. */
export const wrongLater: readonly WrongServer[] = [
  wrong("security.https", nothing, { host: "0.0.0.0" }),
  earlier("compatibility.id", (raw) => {
    raw["id"] = "older";
  }),
  earlier("compatibility.kinds", (raw) => {
    list(raw, "authentication").push({ id: "password", name: "Password" });
  }),
  earlier("compatibility.sources", (raw) => {
    list(raw, "sources").push({ id: "users", name: "Users" });
  }),
  earlier("compatibility.fields", (raw) => {
    list(list(raw, "sources")[0] ?? {}, "filter").push({ id: "team", type: "text" });
  }),
  earlier("compatibility.field-types", (raw) => {
    filterField(raw, "minimum")["type"] = "text";
  }),
  earlier("compatibility.required", (raw) => {
    Object.assign(accountField(raw, "token"), { optional: true, required: false });
  }),
  earlier("compatibility.columns", (raw) => {
    editColumns(raw, (columns) => ({ ...columns, owner: { id: "owner", type: "text" } }));
  }),
  earlier("compatibility.column-types", (raw) => {
    editColumns(raw, (columns) => ({ ...columns, amount: { id: "amount", type: "text" } }));
  }),
];

function earlier(requirement: string, previous: (raw: Writable) => void): WrongServer {
  return wrong(requirement, nothing, { previous });
}

function editColumns(raw: Writable, edit: (columns: Writable) => Writable): void {
  const source = list(raw, "sources")[0] ?? {};
  source["fields"] = edit(inner(source, "fields"));
}
