import { signal } from "@preact/signals";
import { isList, parseJson } from "../json/record.js";

const storeKey = "wellhead.statements";
const maxKept = 50;

/** The statements that were run in this tab, the latest first. */
export const sqlHistory = signal<readonly string[]>(restore());

/** Records a statement. One that was run before moves to the top. */
export function rememberStatement(statement: string): void {
  const text = statement.trim();
  sqlHistory.value = [text, ...sqlHistory.value.filter((one) => one !== text)].slice(0, maxKept);
  sessionStorage.setItem(storeKey, JSON.stringify(sqlHistory.value));
}

function restore(): readonly string[] {
  const stored = parseJson(sessionStorage.getItem(storeKey) ?? "");
  return isList(stored) ? stored.filter((one) => typeof one === "string") : [];
}
