/** What values are, whatever the database that holds them calls their type. */
export type ValueKind =
  | "text"
  | "number"
  | "double"
  | "boolean"
  | "day"
  | "local"
  | "instant"
  | "json"
  | "list";

/** A type of a source: its name, the kind of its values, and values in SQL. */
export interface SourceType {
  readonly type: string;
  readonly kind: ValueKind;
  readonly values: readonly string[];
  /** A type that has all of its values, to which a column can be changed in place. */
  readonly wider?: string;
  /** SQL of a value as the text that a row shows. Default: a cast to text. */
  readonly shown?: (column: string) => string;
  /** Digits of a declared decimal, such as `12,2`. */
  readonly digits?: string;
}

/**
 * Writes a value in one form, so that texts of two databases are equal if their values are.
 *
 * @param kind - What it is
 * @param text - The text of a client; `null` for NULL
 * @returns The form
 */
export function plainValue(kind: ValueKind, text: string | null): string | null {
  if (text === null) return null;
  switch (kind) {
    case "number":
      return plainDecimal(text);
    case "double":
      return String(Number(text) + 0);
    case "boolean":
      return text.replace(/^(?:t|1)$/, "true").replace(/^(?:f|0)$/, "false");
    case "local":
    case "instant":
      return plainMoment(text);
    case "json":
    case "list":
      return plainJson(text);
    default:
      return text;
  }
}

/** Writes a number without exponent and without zeros at its ends. */
function plainDecimal(text: string): string {
  const [, sign = "", whole = "", places = "", exponent = "0"] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole + places === "") return text;
  const point = whole.length + Number(exponent);
  const digits = (whole + places).padStart(Math.max(0, -point) + whole.length + places.length, "0");
  const at = Math.max(0, point);
  const padded = digits.padEnd(at, "0");
  const before = padded.slice(0, at).replace(/^0+/, "") || "0";
  const after = padded.slice(at).replace(/0+$/, "");
  const plain = after === "" ? before : `${before}.${after}`;
  return plain === "0" ? plain : sign + plain;
}

function plainMoment(text: string): string {
  const [, day = "", clock = "00:00:00", fraction = "", zone = ""] =
    /^(\d{4,}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|\+00(?::?00)?)?)?$/.exec(text) ?? [];
  if (day === "") return text;
  const places = fraction.replace(/0+$/, "");
  return `${day}T${clock}${places === "" ? "" : `.${places}`}${zone === "" ? "" : "Z"}`;
}

/** Removes the spaces between the parts of JSON, and keeps each digit. */
function plainJson(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string: string | undefined) =>
    string === undefined ? "" : JSON.stringify(JSON.parse(string)),
  );
}
