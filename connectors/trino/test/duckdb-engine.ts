import {
  type DuckDBConnection,
  DuckDBInstance,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from "@duckdb/node-api";

/** A type as the server describes it: as text, and as a tree. */
export interface ServerType {
  readonly type: string;
  readonly typeSignature: { readonly rawType: string; readonly arguments: readonly object[] };
}

/** A result of the engine whose rows are read in chunks. */
export interface EngineResult {
  readonly names: readonly string[];
  readonly types: readonly ServerType[];
  /** Returns the JSON of the next rows, or `undefined` at the end. */
  next(): Promise<readonly string[] | undefined>;
}

/** Functions of Trino that DuckDB has under another name. */
const macros = [
  "create macro is_nan(x) as isnan(x)",
  "create macro json_format(x) as cast(x as varchar)",
  "create macro from_iso8601_timestamp(x) as cast(x as timestamptz)",
];

/** Opens an engine that executes the statements of the tests. */
export async function openEngine(): Promise<Engine> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const macro of macros) await connection.run(macro);
  return { instance, connection };
}

/** An engine, and its connection for the tests themselves. */
export interface Engine {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
}

/** Executes a statement of Trino. */
export async function execute({ instance }: Engine, sql: string): Promise<EngineResult> {
  // A connection has one result at a time.
  const connection = await instance.connect();
  const translated = sql
    .replaceAll(/timestamp\(\d+\) with time zone/g, "timestamptz")
    .replaceAll(/timestamp\(\d+\)/g, "timestamp");
  const result = await connection.stream(translated);
  const types = result.columnTypes();
  const describesColumns = /information_schema\.columns/.test(sql);
  return {
    names: result.columnNames(),
    types: types.map(serverType),
    next: async () => {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return undefined;
      return chunk.getRows().map((row) => {
        const values = row.map((value, index) => valueJson(value, types[index]));
        if (describesColumns) values[1] = JSON.stringify(trinoType(String(row[1])));
        return `[${values.join(",")}]`;
      });
    },
  };
}

const plain: ReadonlyMap<DuckDBTypeId, string> = new Map([
  [DuckDBTypeId.BOOLEAN, "boolean"],
  [DuckDBTypeId.TINYINT, "tinyint"],
  [DuckDBTypeId.SMALLINT, "smallint"],
  [DuckDBTypeId.INTEGER, "integer"],
  [DuckDBTypeId.BIGINT, "bigint"],
  [DuckDBTypeId.FLOAT, "real"],
  [DuckDBTypeId.DOUBLE, "double"],
  [DuckDBTypeId.VARCHAR, "varchar"],
  [DuckDBTypeId.BLOB, "varbinary"],
  [DuckDBTypeId.DATE, "date"],
  [DuckDBTypeId.TIMESTAMP, "timestamp(6)"],
  [DuckDBTypeId.TIMESTAMP_TZ, "timestamp(6) with time zone"],
  [DuckDBTypeId.UUID, "uuid"],
]);

function serverType(type: DuckDBType): ServerType {
  const part = (of: DuckDBType) => ({ kind: "TYPE", value: serverType(of).typeSignature });
  if (type instanceof DuckDBListType) {
    const element = serverType(type.valueType);
    return {
      type: `array(${element.type})`,
      typeSignature: { rawType: "array", arguments: [part(type.valueType)] },
    };
  }
  if (type instanceof DuckDBMapType) {
    const { keyType, valueType } = type;
    return {
      type: `map(${serverType(keyType).type}, ${serverType(valueType).type})`,
      typeSignature: { rawType: "map", arguments: [part(keyType), part(valueType)] },
    };
  }
  if (type instanceof DuckDBStructType) {
    const fields = type.entryTypes.map((one, index) => ({
      name: type.entryNames[index],
      ...serverType(one),
    }));
    return {
      type: `row(${fields.map((field) => `${field.name} ${field.type}`).join(", ")})`,
      typeSignature: {
        rawType: "row",
        arguments: fields.map(({ name, typeSignature }) => ({
          kind: "NAMED_TYPE",
          value: { fieldName: { name }, typeSignature },
        })),
      },
    };
  }
  const text =
    plain.get(type.typeId) ?? (type.typeId === DuckDBTypeId.DECIMAL ? String(type).toLowerCase() : "bigint");
  return { type: text, typeSignature: { rawType: text.replace(/\(.*?\)/, ""), arguments: [] } };
}

/** Writes a value as the protocol does. */
function valueJson(value: unknown, type: DuckDBType | undefined): string {
  if (value === null || value === undefined || type === undefined) return "null";
  if (type instanceof DuckDBListType)
    return `[${itemsOf(value)
      .map((item) => valueJson(item, type.valueType))
      .join(",")}]`;
  if (type instanceof DuckDBStructType) {
    const { entries } = value as { entries: Record<string, unknown> };
    return `[${type.entryTypes.map((one, index) => valueJson(entries[type.entryNames[index] ?? ""], one)).join(",")}]`;
  }
  if (type instanceof DuckDBMapType) {
    const { entries } = value as { entries: readonly { key: unknown; value: unknown }[] };
    return `{${entries.map((one) => `${JSON.stringify(String(one.key))}:${valueJson(one.value, type.valueType)}`).join(",")}}`;
  }
  if (typeof value === "bigint") return String(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number")
    return Number.isFinite(value) ? String(value) : JSON.stringify(String(value));
  if (type.typeId === DuckDBTypeId.BLOB)
    return JSON.stringify(Buffer.from((value as { bytes: Uint8Array }).bytes).toString("base64"));
  const text = textOf(value);
  return JSON.stringify(
    type.typeId === DuckDBTypeId.TIMESTAMP_TZ ? `${text.replace(/\+00$/, "")} UTC` : text,
  );
}

function itemsOf(value: unknown): readonly unknown[] {
  return (value as { items: readonly unknown[] }).items;
}

/** Translates the type of a column in the catalogue of the engine. */
function trinoType(text: string): string {
  const element = /^(.*)\[\]$/.exec(text)?.[1];
  if (element !== undefined) return `array(${trinoType(element)})`;
  return text
    .toLowerCase()
    .replace("timestamp with time zone", "timestamp(6) with time zone")
    .replace(/^timestamp$/, "timestamp(6)")
    .replace(/\bfloat\b/, "real")
    .replace(/\bblob\b/, "varbinary")
    .replace(/^struct\b/, "row");
}

/** Any other value of the engine writes itself as text. */
function textOf(value: { toString(): string }): string {
  return value.toString();
}
