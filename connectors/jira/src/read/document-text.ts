import { memberAt } from "@wellhead/sdk";

/** Nodes that are on lines of their own. */
const blocks = new Set([
  "paragraph",
  "heading",
  "listItem",
  "codeBlock",
  "blockquote",
  "panel",
  "rule",
  "tableRow",
  "taskItem",
  "decisionItem",
  "mediaSingle",
  "expand",
]);

/** Maximum depth of nodes that are read. Deeper ones are omitted. */
const maxLevels = 100;

/**
 * Returns the text of a document in Atlassian's format, without its formatting.
 *
 * @param document - The document, or plain text
 * @returns Its text, with blocks on lines of their own; `null` when there is none
 * @see https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
 */
export function documentText(document: unknown): string | null {
  if (document === null || document === undefined) return null;
  if (typeof document === "string") return document;
  return textOf(document, 0)
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{2,}/g, "\n")
    .trim();
}

function textOf(node: unknown, level: number): string {
  const type = String(memberAt(node, "type"));
  const content = memberAt(node, "content");
  const inner =
    Array.isArray(content) && level < maxLevels
      ? content.map((child: unknown) => textOf(child, level + 1)).join(type === "tableRow" ? "\t" : "")
      : leafText(node, type);
  return blocks.has(type) ? `${inner}\n` : inner;
}

function leafText(node: unknown, type: string): string {
  const attribute = (name: string) => {
    const value = memberAt(node, `attrs.${name}`);
    return typeof value === "string" ? value : "";
  };
  switch (type) {
    case "text": {
      const value = memberAt(node, "text");
      return typeof value === "string" ? linked(value, memberAt(node, "marks")) : "";
    }
    case "hardBreak":
      return "\n";
    case "mention":
    case "status":
      return attribute("text");
    case "emoji":
      return attribute("text") || attribute("shortName");
    case "inlineCard":
    case "blockCard":
    case "embedCard":
      // A card has either an address, or its data, which contain the address.
      return attribute("url") || attribute("data.url");
    case "date":
      return dayOf(attribute("timestamp"));
    default:
      return "";
  }
}

/** Adds the target of a link to its text, unless the text is the target. */
function linked(text: string, marks: unknown): string {
  const link: unknown = Array.isArray(marks)
    ? marks.find((mark) => memberAt(mark, "type") === "link")
    : undefined;
  const target = memberAt(link, "attrs.href");
  return typeof target === "string" && target !== text ? `${text} (${target})` : text;
}

function dayOf(timestamp: string): string {
  const time = new Date(Number(timestamp));
  return timestamp === "" || Number.isNaN(time.getTime()) ? "" : time.toISOString().slice(0, 10);
}
