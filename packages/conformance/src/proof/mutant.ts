import type { World, WorldField } from "./world.js";

/** One fault, as both programs read it: an effect, the condition on which it shows, and its place. */
export interface Mutant {
  readonly effect: string;
  readonly condition?: string;
  /** Filter that the condition or the effect is about. */
  readonly field?: string;
  /** Option that the condition is about. */
  readonly option?: string;
  /** Index of an option, of a field that options depend on, or of a page. */
  readonly position?: number;
  /** Place in the list of rows: 0 is the first, 1 the last. */
  readonly at?: number;
  /** Column of a changed cell. */
  readonly column?: string;
}

const places = [0, 0.5, 1];
const rowEffects = ["lost", "doubled", "leaked"];
const listEffects = ["nothing", "third-lost", "error"];
const cellEffects = ["cell-replacement", "cell-text", "cell-null", "cell-cut", "cell-hour"];
const optionEffects = ["option-dropped", "option-doubled", "option-title", "option-cut"];

/**
 * Lists every fault: each effect with each condition, filter, column and place. Nothing here refers to requirements.
 *
 * @param world - The data and the form
 * @returns The faults
 */
export function listMutants(world: World): readonly Mutant[] {
  const always = ["doubled", "id-of-other", "cell-replacement", "cell-text"].flatMap((effect) =>
    placed(world, { effect, condition: "always" }),
  );
  const general = world.generation === "v3" ? ["last", "delta"] : ["again"];
  return [
    ...always,
    ...general.flatMap((condition) => everyEffect(world, { condition })),
    ...(world.generation === "v3"
      ? [0, 1, 2].flatMap((position) => everyEffect(world, { condition: "page", position }))
      : []),
    ...world.fields.flatMap((field) => mutantsOf(world, field)),
  ];
}

function everyEffect(world: World, base: Omit<Mutant, "effect">): readonly Mutant[] {
  return [
    ...listEffects.map((effect) => ({ ...base, effect })),
    ...[...rowEffects, ...cellEffects, "id-of-other"].flatMap((effect) => placed(world, { ...base, effect })),
  ];
}

/** Cells of a filter's own column are changed in a few columns, the others in the column of notes. */
function placed(world: World, base: Mutant): readonly Mutant[] {
  const columns = columnsOf(world, base);
  return places.flatMap((at) => columns.map((column) => ({ ...base, at, ...(column && { column }) })));
}

function columnsOf({ columns }: World, { effect }: Mutant): readonly (string | undefined)[] {
  if (!effect.startsWith("cell-")) return [undefined];
  if (effect === "cell-hour") return ["created"];
  if (effect === "cell-text") return Object.keys(columns).filter((id) => columns[id] === "number");
  if (effect === "cell-null") return ["title", "amount", "owner"];
  return ["title", "note"];
}

function mutantsOf(world: World, field: WorldField): readonly Mutant[] {
  const { id, kind } = field;
  const values = [...new Set(world.rows.flatMap((row) => row[id] ?? []))].map(String).toSorted();
  const base = { field: id };
  const isChoice = kind === "equal" || kind === "several";
  const conditions = [
    "set",
    "combined",
    ...conditionsOf(kind),
    ...(world.generation === "v3" ? inPages : []),
  ];
  return [
    ...conditions.flatMap((condition) => [
      { ...base, condition, effect: "ignored" },
      ...everyEffect(world, { ...base, condition }),
    ]),
    ...(isChoice ? values : []).flatMap((option) =>
      ["ignored", "lost", "leaked", "nothing", "error"].map((effect) => ({
        ...base,
        condition: "option",
        option,
        effect,
      })),
    ),
    ...(kind === "several"
      ? ["first-only", "last-only"].map((effect) => ({ ...base, condition: "several", effect }))
      : []),
    ...(kind === "date"
      ? ["hour-early", "hour-late", "midnight-lost", "last-millisecond-lost", "day-late"].map((effect) => ({
          ...base,
          condition: "set",
          effect,
        }))
      : []),
    ...(kind === "date" ? [{ ...base, condition: "day", effect: "day-cut" }] : []),
    ...optionMutants(field, values.length),
  ];
}

const inPages = ["filtered-page", "filtered-delta"];

function conditionsOf(kind: WorldField["kind"]): readonly string[] {
  if (kind === "several") return ["several"];
  if (kind === "number" || kind === "flag") return ["falsy"];
  return kind === "date" ? ["open-min", "open-max", "null-max"] : [];
}

function optionMutants({ id, declared, requires, kind }: WorldField, count: number): readonly Mutant[] {
  if (declared["datalist"] !== true || kind === "date") return [];
  const length = requires.length > 0 ? 2 : count;
  return [
    ...optionEffects.flatMap((effect) =>
      Array.from({ length }, (_, position) => ({ field: id, effect, position })),
    ),
    { field: id, effect: "options-empty" },
    { field: id, effect: "options-error" },
    ...requires.map((_parent, position) => ({ field: id, effect: "parent-ignored", position })),
  ];
}

/**
 * Draws some faults, so that each kind of fault has the same chance whatever the number of its places.
 *
 * @param all - The faults
 * @param count - Number of faults to draw
 * @param seed - The same seed draws the same faults
 * @returns The drawn faults
 */
export function drawMutants<Item extends Mutant>(
  all: readonly Item[],
  count: number,
  seed: number,
): readonly Item[] {
  const random = randomOf(seed);
  const groups = new Map<string, Item[]>();
  for (const one of all) {
    const kind = `${one.effect} ${one.condition ?? ""}`;
    groups.set(kind, [...(groups.get(kind) ?? []), one]);
  }
  const drawn: Item[] = [];
  const waiting = [...groups.values()];
  while (drawn.length < count && waiting.length > 0) {
    const at = Math.floor(random() * waiting.length);
    const group = waiting[at] ?? [];
    drawn.push(...group.splice(Math.floor(random() * group.length), 1));
    if (group.length === 0) waiting.splice(at, 1);
  }
  return drawn;
}

/** A linear congruential generator, whose numbers are the same on every machine. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
