import { visibleText } from "../text/visible-text.js";
import type { MarkNote } from "./draw/mark-note.js";

/** A mark in a tooltip. */
export interface NotedMark {
  readonly note: MarkNote;
  readonly series: string;
  readonly color: string | undefined;
}

/** A position in the element of a chart, in pixels. */
export type PlotPosition = readonly [left: number, top: number];

const maxLines = 14;
/** Distance from the pointer, so that it does not cover the text. */
const distance = 20;

/** A tooltip in the element of a chart. It is built from elements rather than from markup. */
export class PlotTooltip {
  readonly #frame: HTMLElement;
  readonly #box = part("div", "");

  /** Creates a tooltip that is not shown yet. */
  constructor(frame: HTMLElement) {
    this.#frame = frame;
    this.#box.className = "plot-tooltip";
  }

  /** Shows marks next to the pointer, within the chart where there is room. */
  show(marks: readonly NotedMark[], [left, top]: PlotPosition): void {
    this.#box.replaceChildren(...tooltipContent(marks));
    this.#frame.append(this.#box);
    const room = [
      this.#frame.clientWidth - this.#box.offsetWidth,
      this.#frame.clientHeight - this.#box.offsetHeight,
    ] as const;
    this.#box.style.left = `${Math.max(0, Math.min(left + distance, room[0]))}px`;
    this.#box.style.top = `${Math.max(0, Math.min(top + distance, room[1]))}px`;
  }

  /** Hides the tooltip. */
  hide(): void {
    this.#box.remove();
  }
}

function tooltipContent(marks: readonly NotedMark[]): readonly HTMLElement[] {
  const lines = marks.slice(0, maxLines).map(({ note, series, color }) => {
    const line = part("div", "");
    const dot = part("i", "");
    if (color !== undefined) dot.style.background = color;
    line.append(dot, part("span", visibleText(series, 60)), part("b", visibleText(note.figure, 60)));
    return line;
  });
  const more = marks.length > maxLines ? [part("div", `and ${marks.length - maxLines} more`)] : [];
  return [part("strong", visibleText(marks[0]?.note.group ?? "", 80)), ...lines, ...more];
}

function part(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
