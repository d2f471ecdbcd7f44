/** A row of a source. A text that begins with `digits` is written as a number. */
export type JoinedRow = Readonly<Record<string, unknown>>;

/** A source whose rows are joined. */
export interface JoinedSource {
  readonly rows: readonly JoinedRow[];
  /** Types of the required filters; each selects rows by the column of its name. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Types of the declared columns. Default: those of the first row. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Options of the filters that are choices, each a title and a value. */
  readonly options?: Readonly<Record<string, readonly { readonly title: string; readonly value: string }[]>>;
  /** Members that the rows on the wire do not have. */
  readonly hidden?: readonly string[];
  /** Selects rows. Default: by equality of texts. */
  readonly selects?: (row: JoinedRow, filter: JoinedRow) => boolean;
}

const kinds = ["a", "b", null];
const accounts: readonly JoinedRow[] = [
  ...[1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `n${id}`, kind: kinds[id % 3], day: `2026-01-0${id}` })),
  { id: null, name: "none", kind: "a", day: null },
  { id: 2, name: "again", kind: "b", day: "2026-01-02" },
];
const contacts: readonly JoinedRow[] = [1, 1, 2, 4, 9].map((account, index) => ({
  id: 100 + index,
  account_id: account,
  email: `e${index}`,
}));
const notes: readonly JoinedRow[] = [100, 101, 101, 103, 104].map((contact, index) => ({
  contact_id: contact,
  text: `t${index}`,
}));
/** Sources whose required filters get their values from joins. */
export const joinedSources: Readonly<Record<string, JoinedSource>> = {
  accounts: { rows: accounts },
  contacts: { rows: contacts, filters: { account_id: "text" } },
  /** Declares no columns. */
  loose: { rows: contacts, columns: {} },
  /** Its filter takes several values. */
  many: { rows: contacts, filters: { account_id: "multilist" } },
  notes: { rows: notes, filters: { contact_id: "number" } },
  /** Ignores its filter, which the contract allows. */
  careless: { rows: contacts, filters: { account_id: "text" }, selects: () => true },
  /** Compares the start of the text, so that several requests return the same row. */
  prefix: {
    rows: [1, 11, 2, 21, 211].map((code) => ({ code: String(code), n: code })),
    filters: { code: "text" },
    selects: (row, filter) => String(row["code"]).startsWith(String(filter["code"])),
  },
  /** Its rows do not have the columns by which they are selected. */
  parts: {
    rows: contacts,
    filters: { account_id: "text" },
    columns: { id: "number", email: "text" },
    hidden: ["account_id"],
  },
  /** Ignores its filter, and its rows spell the column by which they are selected in another case. */
  spelled: {
    rows: [1, 1, 2, 4, 9].map((account, id) => ({ id, Account_ID: account, email: `e${id}` })),
    filters: { account_id: "text" },
    columns: { id: "number", email: "text" },
    selects: () => true,
  },
  pairs: {
    rows: [1, 2, 3, 4].flatMap((id) => ["a", "b"].map((kind) => ({ id, kind, n: id * 10 }))),
    filters: { id: "number", kind: "text" },
  },
  days: {
    rows: [1, 2, 3, 9].map((day) => ({ day: `2026-01-0${day}`, n: day })),
    filters: { day: "date" },
    selects: (row, { day }) => isInRange(row["day"], day),
  },
  /** Requires two dates. */
  spans: {
    rows: [1, 2, 3, 9].map((day) => ({ day: `2026-01-0${day}`, until: `2026-01-0${10 - day}`, n: day })),
    columns: { day: "date", until: "date", n: "number" },
    filters: { day: "date", until: "date" },
    selects: (row, { day, until }) => isInRange(row["day"], day) && isInRange(row["until"], until),
  },
  /** Its rows contain instants, which its filter compares as texts. */
  stamps: {
    rows: [1, 2, 3].map((day) => ({ day: `2026-01-0${day}T00:00:00Z`, n: day })),
    columns: { day: "date", n: "number" },
    filters: { day: "text" },
  },
  /** Its rows contain the titles of options, and its filter accepts their values. */
  owners: {
    rows: ["Ann", "Bob", "Ann"].map((owner, n) => ({ owner, n })),
    filters: { owner: "list" },
    options: { owner: ["Ann", "Bob"].map((title) => ({ title, value: `user-${title}` })) },
    selects: (row, { owner }) => `user-${String(row["owner"])}` === owner,
  },
  /** SQL converts its texts when they are compared with numbers. */
  codes: {
    rows: ["007", "7", "8"].map((code, n) => ({ code, n })),
    filters: { code: "text" },
  },
  /** Without rows, it is not known whether its ids are numbers. */
  nobody: { rows: [], columns: { code: "id", n: "" }, filters: { code: "text", n: "number" } },
  /** Its columns differ only in case. */
  cases: {
    rows: [],
    columns: { Code: "text", code: "text", n: "number" },
    filters: { code: "text" },
  },
  big: {
    rows: ["9007199254740993", "9007199254740992"].map((id) => ({ id: `digits ${id}`, n: 1 })),
    filters: { id: "number" },
  },
};

function isInRange(day: unknown, range: unknown): boolean {
  // The platform sends a range.
  const { _min, _max = "9999-12-31" } = range as { _min: string; _max?: string };
  return String(day) >= _min && String(day) <= _max;
}
