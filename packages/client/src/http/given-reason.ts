import { excerpt } from "../json/excerpt.js";
import { isRecord, textOf } from "../json/lenient-json.js";

const maxReason = 2000;
/** Maximum number of reasons of a list, and of objects within each other. */
const maxReasons = 20;
const maxDepth = 4;

/** Members that hold a reason or an object with one, in the order in which they are looked at. */
const reasonNames = [
  "error",
  "message",
  "errors",
  "detail",
  "reason",
  "description",
  "msg",
  "fault",
  "faultstring",
];

/**
 * Finds the reason in the body of a refusal. The contract has it in `error`. Connectors that forward what an upstream answered
 * have it elsewhere: in an object or a list, in a problem report, or as plain text.
 *
 * @see RFC 9457, section 3.1, and RFC 6749, section 5.2
 * @param json - The parsed body; anything else unless it is JSON
 * @param body - The text of the body
 * @param headers - The headers
 * @returns The reason, as it was given and bounded: whoever shows it escapes it; `undefined` when there is none
 */
export function givenReason(json: unknown, body: string, headers: Headers): string | undefined {
  const given = typeof json === "string" ? json : reasonOf(json, maxDepth);
  if (given.trim() !== "") return excerpt(given.trim(), maxReason);
  const text = body.trim();
  const type = headers.get("content-type") ?? "";
  const isPlain = type.startsWith("text/plain") || (type === "" && /^[^<{["]/.test(text));
  return isPlain && text !== "" ? excerpt(text, maxReason) : undefined;
}

function reasonOf(value: unknown, depth: number): string {
  if (depth === 0) return "";
  if (Array.isArray(value)) {
    const reasons = value
      .slice(0, maxReasons)
      .map((one) => (typeof one === "string" ? one : reasonOf(one, depth - 1)));
    return reasons.filter((one) => one !== "").join("; ");
  }
  if (!isRecord(value)) return "";
  const title = textOf(value, "title");
  const found = reasonNames.map((name) => textOf(value, name) || reasonOf(value[name], depth - 1));
  const reason =
    textOf(value, "error_description") ||
    found.find((one) => /\p{L}/u.test(one)) ||
    found.find((one) => one !== "") ||
    "";
  // A problem report names its kind in the title, and what happened in the detail.
  return reason === "" || reason.includes(title) ? reason || title : `${title}: ${reason}`;
}
