import type { RowCondition } from "@wellhead/workbench/protocol";
import { visibleText } from "../text/visible-text.js";
import type { PlotColors } from "./plot-colors.js";

/** The content of the tooltip of a mark. */
export interface MarkNote {
  /** Name of the group: a time, a category, a range. */
  readonly group: string;
  /** Exact text of the figure. */
  readonly figure: string;
  /** Number of rows that the mark stands for. */
  readonly rows?: number;
  /** Conditions that exactly these rows meet; absent when there are none. */
  readonly where?: readonly RowCondition[] | undefined;
}

/** The part of the library's tooltip parameters that is used. */
interface MarkParameters {
  readonly seriesName?: string;
  readonly color?: unknown;
  readonly data?: unknown;
}

const maxLines = 14;

/** Returns the settings of the tooltip, whose content is built from elements rather than from markup. */
export function plotTooltip(colors: PlotColors): Record<string, unknown> {
  return {
    confine: true,
    backgroundColor: colors.paper,
    borderColor: colors.line,
    textStyle: { color: colors.ink, fontSize: 12 },
    formatter: (marks: MarkParameters | readonly MarkParameters[]) =>
      tooltipContent("length" in marks ? marks : [marks]),
  };
}

function tooltipContent(marks: readonly MarkParameters[]): HTMLElement {
  const content = document.createElement("div");
  content.className = "plot-tooltip";
  const notes = marks.flatMap((mark) => {
    const note = noteOf(mark.data);
    return note === undefined ? [] : [{ note, mark }];
  });
  content.append(part("strong", visibleText(notes[0]?.note.group ?? "", 80)));
  for (const { note, mark } of notes.slice(0, maxLines)) {
    const line = document.createElement("div");
    const dot = part("i", "");
    if (typeof mark.color === "string") dot.style.background = mark.color;
    line.append(
      dot,
      part("span", visibleText(mark.seriesName ?? "", 60)),
      part("b", visibleText(note.figure, 60)),
    );
    content.append(line);
  }
  if (notes.length > maxLines) content.append(part("div", `and ${notes.length - maxLines} more`));
  return content;
}

function part(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

/** Returns the note of a mark. */
export function noteOf(data: unknown): MarkNote | undefined {
  if (typeof data !== "object" || data === null || !("note" in data)) return undefined;
  // Every mark of these charts has a note of this type, or none.
  return data.note as MarkNote | undefined;
}
