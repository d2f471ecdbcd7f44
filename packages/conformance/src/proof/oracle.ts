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
  for (const request of requestsOf(world)) answers.push(await ask(address, request));
  return answers;
}

/**
 * Compares the answers of a mutant with those of the connector that has no fault. Stops at the first successful answer
 * with other rows.
 *
 * @param address - Address of the connector with the fault
 * @param world - Its data and form
 * @param right - Answers without the fault
 * @returns Serious when a successful answer has other rows
 */
export async function findDifference(address: string, world: World, right: Answers): Promise<Difference> {
  let difference: Difference = "none";
  for (const [index, request] of requestsOf(world).entries()) {
    const answer = await ask(address, request);
    if (answer === right[index]) continue;
    if (isRows(answer) && isRows(right[index])) return "serious";
    difference = "light";
  }
  return difference;
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

function listsOf({
  rows,
  fields,
}: World): ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> {
  const listed = fields.filter(({ declared, kind }) => declared["datalist"] === true && kind !== "date");
  return listed.flatMap(({ id, requires }) => {
    const parents = rows.map((row) => Object.fromEntries(requires.map((one) => [one, String(row[one])])));
    return [...new Map(parents.map((one) => [JSON.stringify(one), one])).values()].map(
      (one) => [id, one] as const,
    );
  });
}

/** A request of the fixed set, for rows or for options. */
interface Question {
  readonly path: string;
  readonly about: "rows" | "options";
  readonly body: object;
}

const account = { auth: "token", token };

function requestsOf(world: World): readonly Question[] {
  return [
    ...filtersOf(world).flatMap((filter) => filteredOf(world, filter)),
    ...listsOf(world).map(([id, parents]) => optionsOf(world, id, parents)),
  ];
}

function filteredOf({ generation }: World, filter: object): readonly Question[] {
  if (generation === "v2") return [{ path: "/", about: "rows", body: { source: "orders", account, filter } }];
  return [undefined, "2024-03-10T00:00:00.000Z"].flatMap((since) => {
    const later = since === undefined ? {} : { lastSynchronizedAt: since };
    const body = { types: ["orders"], requestedType: "orders", account, filter, ...later };
    return (since === undefined ? [0, 20, 40] : [0]).map((offset) => ({
      path: `${base}/data`,
      about: "rows" as const,
      body: { ...body, pagination: { offset, limit: 20 } },
    }));
  });
}

function optionsOf(
  { generation }: World,
  field: string,
  parents: Readonly<Record<string, string>>,
): Question {
  const about = "options";
  if (generation === "v3")
    return { path: `${base}/datalist`, about, body: { field, dependsOn: parents, account } };
  const query = new URLSearchParams({ source: "orders", field, ...parents }).toString();
  return { path: `/datalist?${query}`, about, body: account };
}

async function ask(address: string, { path, about, body }: Question): Promise<string> {
  const response = await fetch(new URL(path, address), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return `${response.status} ${about} ${await response.text()}`;
}
