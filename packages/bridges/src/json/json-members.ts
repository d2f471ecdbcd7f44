import { Buffer } from "node:buffer";
import { JsonScanner } from "./json-scanner.js";

/**
 * @param json - Valid JSON
 * @returns The members of the object by name, each as it was written; none for another value
 */
export function membersOf(json: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  if (!json.startsWith("{")) return members;
  // The scanner needs a byte after the end that no JSON has.
  const source = Buffer.from(`${json}\n`);
  const scanner = new JsonScanner(source);
  scanner.readObject(0, (nameStart, nameEnd, start) => {
    const end = scanner.endOfValue(start);
    const name: unknown = JSON.parse(`"${source.toString("utf8", nameStart, nameEnd)}"`);
    members.set(String(name), source.toString("utf8", start, end));
    return end;
  });
  return members;
}
