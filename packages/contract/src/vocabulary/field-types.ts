/** How a field of one type behaves on the wire. */
export interface FieldTypeFacts {
  /** Whether an account form may contain it. */
  readonly account: boolean;
  /** Whether a filter form may contain it. */
  readonly filter: boolean;
  /** `false` for display-only types, whose value the platform never sends. */
  readonly sent: boolean;
  /** JSON types in which a value of this type may arrive. */
  readonly accepts: readonly string[];
  /** What the platform shows, in one sentence. */
  readonly meaning: string;
}

/**
 * Every field type of the contract, and the forms that may contain it.
 *
 * @see The connector contract, GET /, "Types"
 */
export const fieldTypes = {
  id: {
    account: true,
    filter: true,
    sent: true,
    accepts: ["string", "integer"],
    meaning: "An identifier, kept as text",
  },
  text: { account: true, filter: true, sent: true, accepts: ["string"], meaning: "One line of text" },
  number: {
    account: true,
    filter: true,
    sent: true,
    accepts: ["number", "numeric string"],
    meaning: "A number",
  },
  bool: { account: true, filter: true, sent: true, accepts: ["boolean", "0", "1"], meaning: "A check box" },
  url: { account: true, filter: true, sent: true, accepts: ["string"], meaning: "A web address" },
  date: {
    account: false,
    filter: true,
    sent: true,
    accepts: ["date string", "{_min,_max}", "date range expression"],
    meaning: "A date range, typed as an expression with suggestions",
  },
  datebox: {
    account: false,
    filter: true,
    sent: true,
    accepts: ["date string"],
    meaning: "A single date picked from a calendar",
  },
  list: { account: true, filter: true, sent: true, accepts: ["scalar"], meaning: "One choice from options" },
  multidropdown: {
    account: true,
    filter: true,
    sent: true,
    accepts: ["array", "comma-joined string"],
    meaning: "Several choices from options, in a drop-down",
  },
  multilist: {
    account: true,
    filter: true,
    sent: true,
    accepts: ["array", "comma-joined string"],
    meaning: "Several choices from options, in an open list",
  },
  range: {
    account: false,
    filter: true,
    sent: true,
    accepts: ["{_min,_max}"],
    meaning: "A number range with open ends",
  },
  link: {
    account: true,
    filter: true,
    sent: false,
    accepts: [],
    meaning: "A link for the reader; display only",
  },
  oauth: {
    account: true,
    filter: false,
    sent: false,
    accepts: [],
    meaning: "Where the form shows the OAuth button; display only",
  },
  highlightText: {
    account: true,
    filter: true,
    sent: true,
    accepts: ["string"],
    meaning: "Text in a code editor, `editorMode` sql or json",
  },
  password: {
    account: true,
    filter: false,
    sent: true,
    accepts: ["string"],
    meaning: "A secret, masked while typed",
  },
} as const satisfies Readonly<Record<string, FieldTypeFacts>>;

/** Id of a field type, which is the `type` of a field. */
export type FieldType = keyof typeof fieldTypes;

/** Types that a column of a source may have, as GET / and POST /schema emit them. */
export const columnTypes = [
  "id",
  "text",
  "number",
  "date",
  "bool",
  "array[text]",
  "array[number]",
  "array[date]",
] as const;

/** Type of a column of a source. */
export type ColumnType = (typeof columnTypes)[number];
