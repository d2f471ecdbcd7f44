/**
 * Returns the expression for the text of a value: digits unchanged, times in ISO 8601.
 *
 * @param value - The quoted column
 * @param type - The engine's name of its type
 * @returns SQL; null for null
 */
export function cellText(value: string, type: string): string {
  const text = `CAST(${value} AS VARCHAR)`;
  if (type === "TIMESTAMP" || type.startsWith("TIMESTAMP_")) return `replace(${text}, ' ', 'T')`;
  if (type === "TIMESTAMP WITH TIME ZONE") return `regexp_replace(replace(${text}, ' ', 'T'), '[+]00$', 'Z')`;
  if (/^DECIMAL\(\d+,[1-9]\d*\)$/.test(type)) return decimalText(text, type);
  if (type === "BLOB") return `base64(${value})`;
  // A statement can produce JSON with line breaks.
  if (type === "JSON") return `regexp_replace(${text}, '[\\r\\n]+', ' ', 'g')`;
  // The engine writes the sign of NaN, which means nothing.
  if (isFloat(type)) return `CASE WHEN isnan(${value}) THEN 'nan' ELSE ${text} END`;
  return isNested(type) ? nestedText(value, type) : text;
}

/** Returns the JSON of a nested value. Doubles that JSON does not have are texts, as they are outside of nested values. */
function nestedText(value: string, type: string): string {
  const json = `CAST(to_json(${value}) AS VARCHAR)`;
  if (!/DOUBLE|FLOAT|VARIANT/.test(type)) return json;
  const infinite = String.raw`regexp_replace(part, '(-?)Infinity', '"\1inf"', 'g')`;
  const written = `CASE WHEN starts_with(part, '"') THEN part ELSE replace(${infinite}, 'NaN', '"nan"') END`;
  const parts = String.raw`regexp_extract_all(${json}, '"(?:[^"\\]|\\.)*"|[^"]+')`;
  return `CASE WHEN regexp_matches(${json}, 'NaN|Infinity') THEN array_to_string(list_transform(${parts}, lambda part: ${written}), '') ELSE ${json} END`;
}

/** Returns a decimal without zeros at its end, whose number depends on the other values of its column. */
function decimalText(text: string, type: string): string {
  const short = `rtrim(rtrim(${text}, '0'), '.')`;
  // The engine omits the zero before the point for a type without integer digits.
  return /^DECIMAL\((\d+),\1\)$/.test(type)
    ? `regexp_replace(coalesce(nullif(${short}, ''), '0'), '^(-?)[.]', '\\10.')`
    : short;
}

/**
 * Returns the expression for the JSON text of a value.
 *
 * @param value - The quoted column
 * @param type - The engine's name of its type
 * @returns SQL; never null
 */
export function cellJson(value: string, type: string): string {
  return `coalesce(${valueJson(value, type)}, 'null')`;
}

function valueJson(value: string, type: string): string {
  const text = cellText(value, type);
  if (type === "BOOLEAN" || type === "JSON" || isNested(type) || isExactNumber(type)) return text;
  if (isFloat(type)) return `CASE WHEN isfinite(${value}) THEN ${text} ELSE '"' || ${text} || '"' END`;
  return `CAST(to_json(${text}) AS VARCHAR)`;
}

/**
 * Returns the expression for a value in a Parquet file, which does not support integers of more than 64 bits.
 *
 * @param value - The quoted column
 * @param type - The engine's name of its type
 * @param fitsDecimal - Whether every value of the column has at most 38 digits
 * @returns SQL
 */
export function parquetCell(value: string, type: string, fitsDecimal: boolean): string {
  if (type !== "HUGEINT" && type !== "UHUGEINT") return value;
  return `CAST(${value} AS ${fitsDecimal ? "DECIMAL(38,0)" : "VARCHAR"})`;
}

/**
 * Reports whether values of a type are numbers, which a displayed table aligns to the right.
 *
 * @param type - The engine's name of the type
 * @returns Whether they are
 */
export function isNumber(type: string): boolean {
  return isExactNumber(type) || isFloat(type);
}

function isExactNumber(type: string): boolean {
  return /^(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|BIGNUM|DECIMAL\(.*\))$/.test(type);
}

function isFloat(type: string): boolean {
  return type === "DOUBLE" || type === "FLOAT";
}

/**
 * Reports whether values of a type are arrays or objects.
 *
 * @param type - The engine's name of the type
 * @returns Whether they are; `false` for JSON, which may be any value
 */
export function isNested(type: string): boolean {
  return /\]$|^(?:STRUCT|MAP|UNION|VARIANT)\b/.test(type);
}
