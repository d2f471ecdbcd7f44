// What the connector in Node makes of a filter, and where a fault changes it. selection.py does the same.
const isEmpty = (value) => value === undefined || value === null || value === "";
const isFalsy = (value) => value === 0 || value === "0" || value === false || value === "false";
const valuesOf = (value) => (Array.isArray(value) ? value : String(value).split(",")).map(String);

/** Returns whether a fault changes the response to a request. */
export function applies(
  { condition = "never", field, position = 0, option },
  { filter, again, page, delta, isLast, whole },
) {
  const value = Object.hasOwn(filter, field ?? "") ? filter[field] : undefined;
  const range = typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  const conditions = {
    always: () => true,
    again: () => again,
    set: () => !isEmpty(value),
    falsy: () => isFalsy(value),
    option: () => !isEmpty(value) && valuesOf(value).includes(option),
    several: () => Array.isArray(value) && value.length > 1,
    combined: () =>
      !isEmpty(value) && Object.entries(filter).some(([id, one]) => id !== field && !isEmpty(one)),
    "open-min": () => range !== undefined && isEmpty(range._min) && !isEmpty(range._max),
    "open-max": () => range !== undefined && isEmpty(range._max) && !isEmpty(range._min),
    day: () => typeof value === "string" && value.length === 10,
    "null-max": () => range?._max === null,
    page: () => page === position && whole !== true,
    last: () => isLast === true && page > 0,
    delta: () => delta,
    "filtered-page": () => page > 0 && !isEmpty(value),
    "filtered-delta": () => delta && !isEmpty(value),
  };
  return conditions[condition]?.() ?? false;
}

const bounds = {
  "hour-early": [-3_600_000, -3_600_000],
  "hour-late": [3_600_000, 3_600_000],
  "midnight-lost": [1, 0],
  "last-millisecond-lost": [0, -1],
  "day-late": [86_400_000, 86_400_000],
  "day-cut": [0, -86_399_999],
};

function instant(text, end, Refusal) {
  const day = /^\d{4}-\d\d-\d\d$/.test(text);
  const at = Date.parse(day || /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  if (typeof text !== "string" || Number.isNaN(at)) throw new Refusal(400, "created is not a date");
  return day && end ? at + 86_399_999 : at;
}

function test(mutant, request, { id, kind }, value, Refusal) {
  const isSpoilt = mutant.field === id && applies(mutant, request);
  if (kind === "equal") return (row) => row[id] === String(value);
  if (kind === "several") {
    let wanted = valuesOf(value);
    if (isSpoilt && mutant.effect === "first-only") wanted = wanted.slice(0, 1);
    if (isSpoilt && mutant.effect === "last-only") wanted = wanted.slice(-1);
    return (row) => row[id].some((one) => wanted.includes(one));
  }
  if (kind === "number") {
    if (typeof value === "object" || Number.isNaN(Number(value)))
      throw new Refusal(400, `${id} is not a number`);
    return (row) => row[id] === Number(value);
  }
  if (kind === "flag") return (row) => row[id] === [true, 1, "true", "1"].includes(value);
  if (kind === "text") return (row) => row[id].toLowerCase().includes(String(value).toLowerCase());
  const { _min, _max } = typeof value === "object" ? value : { _min: value, _max: value };
  const [later, sooner] = (isSpoilt && bounds[mutant.effect]) || [0, 0];
  const min = isEmpty(_min) ? -Infinity : instant(_min, false, Refusal) + later;
  const max = isEmpty(_max) ? Infinity : instant(_max, true, Refusal) + sooner;
  return (row) => Date.parse(row[id]) >= min && Date.parse(row[id]) <= max;
}

/** Returns the rows that a filter chooses. */
export function select(world, mutant, request, Refusal) {
  const isIgnored = (id) =>
    mutant.effect === "ignored" && mutant.field === id && applies(mutant, { ...request, whole: false });
  const tests = world.fields
    .filter(({ id }) => !isEmpty(request.filter[id]) && !isIgnored(id))
    .map((field) => test(mutant, request, field, request.filter[field.id], Refusal));
  return world.rows.filter((row) => tests.every((one) => one(row)));
}

const cells = {
  "cell-replacement": (value) => (typeof value === "string" ? `${value.slice(0, -1)}\uFFFD` : value),
  "cell-text": (value) => (typeof value === "number" ? `${value}` : value),
  "cell-null": () => null,
  "cell-cut": (value) => (typeof value === "string" ? value.slice(0, 3) : value),
  "cell-hour": (value) =>
    typeof value === "string" ? new Date(Date.parse(value) + 3_600_000).toISOString() : value,
};

/** Changes the rows of a response where the fault says so. */
export function spoil(world, mutant, request, rows) {
  const { effect, at = 0, column } = mutant;
  if (rows.length === 0 && effect !== "leaked") return rows;
  if (!applies(mutant, request)) return rows;
  const index = Math.round(at * (rows.length - 1));
  if (effect === "nothing") return [];
  if (effect === "lost") return rows.toSpliced(index, 1);
  if (effect === "third-lost") return rows.filter((_row, place) => place % 3 !== 2);
  if (effect === "doubled") return rows.toSpliced(index, 0, rows[index]);
  if (effect === "leaked") {
    const outside = world.rows.filter((row) => !rows.includes(row));
    return outside.length === 0 ? rows : [...rows, outside[Math.round(at * (outside.length - 1))]];
  }
  if (effect === "id-of-other")
    return rows.with(index, { ...rows[index], id: rows[index === 0 ? rows.length - 1 : 0].id });
  if (cells[effect] === undefined) return rows;
  return rows.with(index, { ...rows[index], [column]: cells[effect](rows[index][column]) });
}
