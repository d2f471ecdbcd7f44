import type { World, WorldField } from "./world.js";

/** What a set of requests returns, in the order of the requests. */
export type Answers = readonly string[];

/** How the answers of a mutant differ: not at all, in rows that look right, or in errors and options. */
export type Difference = "none" | "serious" | "light";

const token = "mut-71c0-94be-5a2f";
const base = "/api/v1/synchronizer";
const dayMs = 86_400_000;

/**
 * Sends the fixed set of requests by which a mutant is compared with the connector that has no fault. Knows the data,
 * and nothing of the requirements.
 *
 * @param address - Address of the connector
 * @param world - Its data and form
 * @returns Status and text of each answer
 */
export async function askEverything(address: string, world: World): Promise<Answers> {
  const answers: string[] = [];
  for (const filter of filtersOf(world)) answers.push(...(await readFiltered(address, world, filter)));
  for (const [id, parents] of listsOf(world)) answers.push(await askOptions(address, world, [id, parents]));
  return answers;
}

/**
 * Compares the answers of a mutant with those of the connector that has no fault.
 *
 * @param right - Answers without the fault
 * @param mutated - Answers with the fault
 * @returns Serious when a successful answer has other rows
 */
export function differenceOf(right: Answers, mutated: Answers): Difference {
  const other = right.flatMap((answer, index) =>
    mutated[index] === answer ? [] : [[answer, mutated[index]]],
  );
  if (other.length === 0) return "none";
  return other.some(([answer, mutant]) => isRows(answer) && isRows(mutant)) ? "serious" : "light";
}

function isRows(answer = ""): boolean {
  return answer.startsWith("200 rows");
}

/** A filter of the third generation takes several requests, so that fewer values are tried. */
function filtersOf({ generation, rows, fields }: World): readonly object[] {
  const single = fields.flatMap((field) =>
    valuesOf(rows, field)
      .slice(0, generation === "v3" ? 6 : undefined)
      .map((value) => ({ [field.id]: value })),
  );
  const firsts = fields.map((field) => ({ [field.id]: valuesOf(rows, field)[1] }));
  const pairs = firsts.flatMap((left, at) => firsts.slice(at + 1).map((right) => ({ ...left, ...right })));
  return [{}, {}, ...single, ...pairs];
}

function valuesOf(rows: World["rows"], { id, kind }: WorldField): readonly unknown[] {
  const cells = [...new Set(rows.flatMap((row) => row[id] ?? []))];
  if (kind === "several")
    return [...cells.map((cell) => [cell]), ...cells.slice(1).map((cell, at) => [cells[at], cell])];
  if (kind === "number") return [...cells, "0", "3"];
  if (kind === "flag") return [true, false, 0, 1, "0"];
  if (kind === "text") return ["order 1", "zoë", "zz7f3a"];
  return kind === "date" ? rangesOf(cells.map(String).toSorted()) : cells;
}

function rangesOf(instants: readonly string[]): readonly unknown[] {
  const middle = Date.parse(instants[Math.floor(instants.length / 2)] ?? "");
  const day = new Date(Math.floor(middle / dayMs) * dayMs).toISOString();
  const ends = [day, ...instants.slice(0, 12)];
  return [
    ...ends.flatMap((end) => [{ _min: end }, { _max: end }, { _min: end, _max: null }]),
    ...ends.map((end) => ({ _min: end, _max: new Date(Date.parse(end) + 3 * dayMs - 1).toISOString() })),
    day.slice(0, 10),
  ];
}

function listsOf({ generation, rows, fields }: World): ReadonlyArray<readonly [string, object]> {
  const listed = fields.filter(({ declared, kind }) => declared["datalist"] === true && kind !== "date");
  return listed.flatMap(({ id, requires }) => {
    const parents = rows.map((row) => Object.fromEntries(requires.map((one) => [one, row[one] ?? ""])));
    const distinct = new Map(parents.map((one) => [JSON.stringify(one), one]));
    return [...distinct.values()].map((one): readonly [string, object] => [
      id,
      generation === "v3" ? { field: id, dependsOn: one } : { source: "orders", field: id, ...one },
    ]);
  });
}

async function readFiltered(address: string, { generation }: World, filter: object): Promise<Answers> {
  const account = { auth: "token", token };
  if (generation === "v2")
    return [await ask(new URL(address), "rows", { source: "orders", account, filter })];
  const all: string[] = [];
  for (const since of [undefined, "2024-03-10T00:00:00.000Z"]) {
    const later = since === undefined ? {} : { lastSynchronizedAt: since };
    for (const offset of since === undefined ? [0, 20, 40] : [0]) {
      const body = { types: ["orders"], requestedType: "orders", account, filter, ...later };
      all.push(
        await ask(new URL(`${base}/data`, address), "rows", { ...body, pagination: { offset, limit: 20 } }),
      );
    }
  }
  return all;
}

function askOptions(
  address: string,
  { generation }: World,
  [, query]: readonly [string, object],
): Promise<string> {
  const account = { auth: "token", token };
  if (generation === "v3") return ask(new URL(`${base}/datalist`, address), "options", { ...query, account });
  const text = new URLSearchParams(Object.entries(query)).toString();
  return ask(new URL(`/datalist?${text}`, address), "options", account);
}

/** Sends a request for rows, or for options. */
async function ask(url: URL, what: "rows" | "options", body: object): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return `${response.status} ${what} ${await response.text()}`;
}
