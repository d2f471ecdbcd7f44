/** Formats one record of RFC 4180, including its line end. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => csvCell(value)).join(",")}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text;
}
