/** A value of a cell. */
export type Cell = string | number | boolean | null | readonly string[];

/** A row of the connector that is mutated. */
export type WorldRow = Readonly<Record<string, Cell>>;

/** How a filter chooses rows. */
export type FilterKind = "equal" | "several" | "number" | "flag" | "text" | "date";

/** A filter of the connector that is mutated, as both programs interpret it. */
export interface WorldField {
  readonly id: string;
  readonly kind: FilterKind;
  /** What `GET /` declares. */
  readonly declared: Readonly<Record<string, unknown>>;
  /** Columns whose values its options depend on. */
  readonly requires: readonly string[];
}

/** The data and the form that the connectors in Node and in Python both serve. */
export interface World {
  readonly generation: "v2" | "v3";
  readonly rows: readonly WorldRow[];
  readonly columns: Readonly<Record<string, string>>;
  readonly fields: readonly WorldField[];
  /** Titles of the values of a column, where they differ from the values. */
  readonly titles: Readonly<Record<string, string>>;
}

const teams: Readonly<Record<string, readonly string[]>> = {
  north: ["ann", "bob"],
  south: ["cleo", "dan", "eve"],
  west: ["finn"],
};
const statuses = ["new", "open", "paid", "sent", "done", "void"];
const tags = ["red", "green", "blue", "gold", "grey"];
const owners = Array.from({ length: 11 }, (_, index) => `o${index + 1}`);
const cities = ["at/east/ankh", "at/west/brig", "be/east/cork", "be/west/dover", "at/east/esk"];
const dayMs = 86_400_000;

/** Rows at midnight, in the last millisecond of a day and in between, so that no border is without a row. */
function createdOf(index: number): string {
  const times = [0, dayMs - 1, 43_200_000, 3_600_000, 71_234_567];
  return new Date(
    Date.UTC(2024, 2, 1 + Math.floor(index / 3)) + (times[index % times.length] ?? 0),
  ).toISOString();
}

function rowOf(index: number): WorldRow {
  const team = Object.keys(teams)[index % 3] ?? "";
  const members = teams[team] ?? [];
  const [country = "", region = "", city = ""] = (cities[(index * 2) % cities.length] ?? "").split("/");
  return {
    id: `r${100 + index}`,
    title: `Order ${index} ${index % 4 === 0 ? "für Zoë" : "of 猫"}`,
    status: statuses[(index * 5 + Math.floor(index / 7)) % statuses.length] ?? "",
    team,
    member: members[Math.floor(index / 3) % members.length] ?? "",
    country,
    region,
    city,
    owner: owners[(index * 3) % owners.length] ?? "",
    tags: tags.filter((_tag, at) => (index + at * at) % 3 === 0),
    amount: (index * 7) % 10,
    paid: index % 3 === 1,
    created: createdOf(index),
    note: index % 5 === 0 ? null : `note ${index}`,
  };
}

function choices(values: readonly string[]): readonly object[] {
  return values.map((value) => ({ title: value.toUpperCase(), name: value.toUpperCase(), value }));
}

function field(
  id: string,
  kind: FilterKind,
  {
    requires = [],
    ...declared
  }: { readonly [member: string]: unknown; readonly requires?: readonly string[] },
): WorldField {
  const about = requires.length > 0 ? { datalist_requires: requires } : {};
  return { id, kind, requires, declared: { id, title: id, optional: true, ...declared, ...about } };
}

const listed = { type: "list", datalist: true };
const fields: readonly WorldField[] = [
  field("status", "equal", { type: "list", data: choices(statuses) }),
  field("owner", "equal", listed),
  field("team", "equal", listed),
  field("member", "equal", { ...listed, requires: ["team"] }),
  field("country", "equal", listed),
  field("region", "equal", listed),
  field("city", "equal", { ...listed, requires: ["country", "region"] }),
  field("tags", "several", { type: "multidropdown", data: choices(tags) }),
  field("amount", "number", { type: "number" }),
  field("paid", "flag", { type: "bool" }),
  field("created", "date", { type: "date", datalist: true }),
  field("title", "text", { type: "text" }),
];
const inThird = new Set(["status", "team", "tags", "amount", "paid", "created"]);

/**
 * Makes the data and the form of a connector that has no fault.
 *
 * @param generation - The generation of the interface that it serves
 * @returns What both programs interpret
 */
export function makeWorld(generation: World["generation"]): World {
  return {
    generation,
    rows: Array.from({ length: 60 }, (_, index) => rowOf(index)),
    columns: {
      ...Object.fromEntries(Object.keys(rowOf(0)).map((id) => [id, "text"])),
      id: "id",
      tags: "array[text]",
      amount: "number",
      paid: "bool",
      created: "date",
    },
    fields: generation === "v3" ? fields.filter(({ id }) => inThird.has(id)) : fields,
    titles: Object.fromEntries(owners.map((owner, index) => [owner, `Owner number ${index + 1}`])),
  };
}
