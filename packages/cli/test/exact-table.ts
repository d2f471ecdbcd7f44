import { type ExactSource, tableName } from "./exact-sources.js";
import type { SourceType, ValueKind } from "./exact-values.js";

/** A column of the table as it is now. */
export interface TableColumn {
  readonly name: string;
  readonly type: SourceType;
}

/** Names that a copy could confuse with its own. */
const columnNames = [
  "id",
  "name",
  "title",
  "_deleted",
  "Name",
  'quoted "x"',
  "__syncAction",
  "key",
  "äöü",
  "select",
  "c0",
  "updated",
];

/** A table of a source whose rows and columns change at random, by statements of the source. */
export class ExactTable {
  readonly #source: ExactSource;
  readonly #random: () => number;
  #columns: TableColumn[] = [];
  /** Columns of the key, in its order. */
  #key: { readonly name: string; readonly type: ExactSource["keyTypes"][number] }[] = [];
  #keyOrder: readonly string[] = [];
  #count = 0;
  /** What was done, for the message of a failure. */
  readonly statements: string[] = [];

  /**
   * @param source - The source
   * @param random - Returns numbers from 0 to 1
   */
  constructor(source: ExactSource, random: () => number) {
    this.#source = source;
    this.#random = random;
  }

  /** Creates the table anew, with rows. */
  create(): void {
    const names = this.#shuffled(columnNames);
    const keySize = this.#random() < 0.6 ? 1 : 2;
    this.#key = names.slice(0, keySize).map((name, index) => ({
      name,
      // The first column alone is unique.
      type:
        index === 0
          ? this.#pick(this.#source.keyTypes)
          : (this.#source.keyTypes[0] ?? this.#pick(this.#source.keyTypes)),
    }));
    this.#keyOrder = this.#random() < 0.5 ? this.#keyNames() : this.#keyNames().toReversed();
    const size = 1 + Math.floor(this.#random() * 5);
    this.#columns = names
      .slice(keySize, keySize + size)
      .map((name) => ({ name, type: this.#pick(this.#source.types) }));
    this.#count = 0;
    this.#create(tableName);
    this.insert(Math.floor(this.#random() * 12));
  }

  /** Inserts rows. */
  insert(count: number): void {
    if (count === 0) return;
    const rows = Array.from({ length: count }, () => `(${this.#rowValues().join(", ")})`);
    this.#run(
      `insert into ${this.#quote(tableName)} (${this.#allNames().join(", ")}) values ${rows.join(", ")}`,
    );
  }

  /** Changes rows, and sometimes columns or the key. */
  change(): void {
    this.insert(Math.floor(this.#random() * 4));
    if (this.#random() < 0.7) this.#update();
    if (this.#random() < 0.5) this.#run(`delete from ${this.#quote(tableName)} where ${this.#someRow()}`);
    if (this.#random() < 0.6)
      this.#pick<() => void>([
        () => this.#add(),
        () => this.#drop(),
        () => this.#rename(),
        () => this.#retype(),
        () => this.#widen(),
        () => this.#changeKey(),
      ])();
  }

  /** The columns, with the kind of their values and the SQL that shows them. */
  facts(): readonly {
    readonly name: string;
    readonly kind: ValueKind;
    readonly sql: string;
    readonly digits: string | undefined;
  }[] {
    const text = (quoted: string) =>
      this.#source.quote("x") === "`x`" ? `cast(${quoted} as char)` : `cast(${quoted} as text)`;
    const keys = this.#key.map(({ name, type }) => ({
      name,
      kind: type.kind,
      sql: text(this.#quote(name)),
      digits: undefined,
    }));
    const others = this.#columns.map(({ name, type }) => ({
      name,
      kind: type.kind,
      sql: (type.shown ?? text)(this.#quote(name)),
      digits: type.digits,
    }));
    return [...keys, ...others];
  }

  #create(name: string): void {
    const declared = [...this.#key, ...this.#columns].map((column) => {
      const isKey = this.#key.some((one) => one.name === column.name);
      return `${this.#quote(column.name)} ${column.type.type}${isKey ? " not null" : ""}`;
    });
    const key = this.#keyOrder.map((one) => this.#quote(one)).join(", ");
    this.#run(`drop table if exists ${this.#quote(name)}`);
    this.#run(`create table ${this.#quote(name)} (${declared.join(", ")}, primary key (${key}))`);
  }

  #update(): void {
    const column = this.#pick(this.#columns);
    if (column === undefined) return;
    this.#run(
      `update ${this.#quote(tableName)} set ${this.#quote(column.name)} = ${this.#value(column.type)} where ${this.#someRow()}`,
    );
  }

  #add(): void {
    const column = { name: this.#freeName(), type: this.#pick(this.#source.types) };
    this.#alter(`add column ${this.#quote(column.name)} ${column.type.type}`);
    this.#columns.push(column);
    this.#update();
  }

  #drop(): void {
    if (this.#columns.length < 2) return;
    const column = this.#pick(this.#columns);
    this.#alter(`drop column ${this.#quote(column.name)}`);
    this.#columns = this.#columns.filter((one) => one !== column);
  }

  #rename(): void {
    const column = this.#pick(this.#columns);
    const name = this.#freeName();
    this.#alter(`rename column ${this.#quote(column.name)} to ${this.#quote(name)}`);
    this.#columns = this.#columns.map((one) => (one === column ? { ...one, name } : one));
  }

  /** The column is another one with the same name, often of another type. */
  #retype(): void {
    if (this.#columns.length < 2) return;
    const column = this.#pick(this.#columns);
    const type = this.#pick(this.#source.types);
    this.#alter(`drop column ${this.#quote(column.name)}`);
    this.#alter(`add column ${this.#quote(column.name)} ${type.type}`);
    this.#columns = [...this.#columns.filter((one) => one !== column), { ...column, type }];
    this.#run(`update ${this.#quote(tableName)} set ${this.#quote(column.name)} = ${this.#value(type)}`);
  }

  #widen(): void {
    const column = this.#columns.find(({ type }) => type.wider !== undefined);
    const { changeType } = this.#source;
    if (column === undefined || changeType === undefined) return;
    const wider = this.#source.types.find(({ type }) => type === column.type.wider);
    const { wider: type = "", kind, values } = column.type;
    const next: SourceType = wider ?? { type, kind, values, digits: "12,4" };
    this.#run(changeType(this.#quote(column.name), type));
    this.#columns = this.#columns.map((one) => (one === column ? { ...one, type: next } : one));
  }

  #changeKey(): void {
    const { changeKey } = this.#source;
    // The first column of the key is unique.
    const [first = ""] = this.#keyNames();
    const others = this.#keyNames().slice(1);
    this.#keyOrder = this.#pick([[first], [...others, first], [first, ...others]]);
    if (changeKey === undefined) this.#rebuild();
    else this.#run(changeKey(this.#keyOrder.map((one) => this.#quote(one))));
    // What is no longer in the key is a column like others, but is never NULL.
  }

  /** Replaces the table by one with the same rows, as users of a database do that cannot change a key. */
  #rebuild(): void {
    const next = `${tableName}_next`;
    const names = this.#allNames().join(", ");
    this.#create(next);
    this.#run(
      `insert into ${this.#quote(next)} (${names}) select ${names} from ${this.#quote(tableName)}; drop table ${this.#quote(tableName)}; alter table ${this.#quote(next)} rename to ${this.#quote(tableName)}`,
    );
  }

  #keyNames(): readonly string[] {
    return this.#key.map(({ name }) => name);
  }

  #allNames(): readonly string[] {
    return [...this.#key, ...this.#columns].map(({ name }) => this.#quote(name));
  }

  #rowValues(): readonly string[] {
    const index = this.#count;
    this.#count += 1;
    const keys = this.#key.map(({ type }, position) =>
      type.value(position === 0 ? index : Math.floor(this.#random() * 3)),
    );
    return [...keys, ...this.#columns.map(({ type }) => this.#value(type))];
  }

  #value(type: SourceType): string {
    return this.#random() < 0.25 ? "null" : this.#pick(type.values);
  }

  #someRow(): string {
    const [first] = this.#key;
    if (first === undefined) return "false";
    return `${this.#quote(first.name)} = ${first.type.value(Math.floor(this.#random() * this.#count))}`;
  }

  #freeName(): string {
    const taken = new Set([...this.#key, ...this.#columns].map(({ name }) => name.toLowerCase()));
    return this.#pick(columnNames.filter((name) => !taken.has(name.toLowerCase())));
  }

  #alter(change: string): void {
    this.#run(`alter table ${this.#quote(tableName)} ${change}`);
  }

  #run(sql: string): void {
    this.statements.push(sql);
    this.#source.run(sql);
  }

  #quote(name: string): string {
    return this.#source.quote(name);
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new RangeError("expected an item");
    return item;
  }

  /** Shuffles names of which no two differ only in case. */
  #shuffled(names: readonly string[]): readonly string[] {
    const order = names.map((name) => [this.#random(), name] as const).toSorted(([a], [b]) => a - b);
    const seen = new Set<string>();
    return order.flatMap(([, name]) => {
      const isNew = !seen.has(name.toLowerCase());
      seen.add(name.toLowerCase());
      return isNew ? [name] : [];
    });
  }
}
