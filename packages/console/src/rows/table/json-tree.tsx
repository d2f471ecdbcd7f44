import { ExactNumber } from "@wellhead/client";
import type { JSX } from "preact";
import { formatCount } from "../../text/format-amount.js";
import { isList, isRecord } from "../../text/record.js";
import { visibleText } from "../../text/visible-text.js";

/** Props of `JsonTree`: a value and its name. */
export interface JsonTreeProps {
  readonly name: string;
  readonly value: unknown;
  readonly depth?: number;
}

// Limits that keep the page usable for a value of many megabytes.
const maxMembers = 500;
const maxText = 20_000;
const openDepth = 2;

/** Shows a value as a tree: objects and arrays can be opened and closed. */
export function JsonTree({ name, value, depth = 0 }: JsonTreeProps): JSX.Element {
  const members = membersOf(value);
  if (members === undefined) {
    return (
      <div class="tree-leaf">
        <span class="tree-name">{visibleText(name, 120)}</span>
        <span class={`tree-value ${kindOf(value)}`}>{leafText(value)}</span>
      </div>
    );
  }
  const unit = isList(value) ? ["element", "elements"] : ["member", "members"];
  return (
    <details class="tree-branch" open={depth < openDepth && members.length <= 40}>
      <summary>
        <span class="tree-name">{visibleText(name, 120)}</span>
        <span class="about">
          {formatCount(members.length)} {unit[members.length === 1 ? 0 : 1]}
        </span>
      </summary>
      {members.slice(0, maxMembers).map(([key, member]) => (
        <JsonTree key={key} name={key} value={member} depth={depth + 1} />
      ))}
      {members.length > maxMembers ? (
        <p class="about">and {formatCount(members.length - maxMembers)} more</p>
      ) : null}
    </details>
  );
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (value instanceof ExactNumber) return undefined;
  if (isList(value)) return value.map((element, index) => [String(index), element] as const);
  return isRecord(value) ? Object.entries(value) : undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return "is-null";
  return typeof value === "string" ? "" : "is-figure";
}

function leafText(value: unknown): string {
  const text = String(value);
  if (text.length <= maxText) return visibleText(text, maxText);
  return `${visibleText(text.slice(0, maxText), maxText)} … ${formatCount(text.length)} characters in all`;
}
