/**
 * Writes the statements that create related tables: composite keys, relations to a table itself, and circles.
 *
 * @param {number} count Number of tables.
 * @param {number} rows Rows of each.
 * @returns {{ names: string[], sql: string, keyOf: (name: string) => string[], columnsOf: (name: string) => string[] }}
 *   The tables.
 */
export function makeTables(count, rows) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const create = numbers.map((number) => {
    const key = isComposite(number)
      ? "part bigint, code text, primary key (part, code)"
      : "key bigint primary key";
    const clock = isClocked(number) ? ", updated_at timestamptz(3) not null default now()" : "";
    return `create table ${nameOf(number)} (${key}, title text, amount numeric(12, 2), day date, open boolean, parent bigint, other bigint${clock})`;
  });
  const fill = numbers.map((number) => {
    const key = isComposite(number) ? "i, 'c' || i % 7" : "i";
    return `insert into ${nameOf(number)} select ${key}, 'Täble ${number} "' || i || '" ' || chr(10) || '😀', i * 1.37,
      date '2024-01-01' + i % 700, i % 3 = 0, nullif(i / 2, 0), 1 + i % ${rows} from generate_series(1, ${rows}) i`;
  });
  const single = numbers.filter((number) => !isComposite(number));
  const relate = single.map((number, index) => {
    // Each table points to the next one, and the last one to the first.
    const next = nameOf(single[(index + 1) % single.length]);
    const table = `alter table ${nameOf(number)}`;
    return `${table} add foreign key (parent) references ${nameOf(number)} on delete set null, add foreign key (other) references ${next} on delete set null`;
  });
  return {
    names: numbers.map(nameOf),
    sql: [...create, ...fill, ...relate].join(";"),
    keyOf: (name) => (isComposite(numberOf(name)) ? ["part", "code"] : ["key"]),
    columnsOf: (name) => {
      const columns = ["title", "amount", "day", "open", "parent", "other"];
      return isClocked(numberOf(name)) ? [...columns, "updated_at"] : columns;
    },
  };
}

/**
 * Writes random statements that insert, update and delete rows of a table.
 *
 * @param {string} name The table.
 * @param {{ key: string[], hasClock: boolean, rows: number, random: () => number }} options Its key, whether it has a clock,
 *   its number of rows, and a generator.
 * @returns {string} Statements.
 */
export function changeTable(name, { key, hasClock, rows, random }) {
  const first = key[0];
  const pick = () => 1 + Math.floor(random() * rows);
  const clock = hasClock ? ", updated_at = now()" : "";
  const next = `(select max(${first}) + 1 from ${name})`;
  const values = key.length === 1 ? next : `${next}, 'new'`;
  return [
    `update ${name} set title = 'changed ' || ${pick()}, amount = ${pick()}.5${clock} where ${first} in (${pick()}, ${pick()}, ${pick()})`,
    `delete from ${name} where ${first} = ${pick()}`,
    `insert into ${name} (${key.join(", ")}, title, open) values (${values}, 'neu 😀', true)`,
  ].join(";");
}

function nameOf(number) {
  return `t${String(number).padStart(2, "0")}`;
}

function numberOf(name) {
  return Number(name.slice(1));
}

function isComposite(number) {
  return number % 5 === 0;
}

function isClocked(number) {
  return number % 2 === 0;
}
