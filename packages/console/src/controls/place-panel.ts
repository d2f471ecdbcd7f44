// Distances to the button and to the edge of the window, in pixels.
const gap = 4;
const margin = 8;

/** Places a panel below its button, or above it where there is more room, and inside the window. */
export function placePanel(panel: HTMLElement, anchor: HTMLElement): void {
  const button = anchor.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(panel).direction === "rtl";
  const below = innerHeight - button.bottom - gap - margin;
  const above = button.top - gap - margin;
  const isBelow = below >= Math.min(320, panel.scrollHeight) || below >= above;
  const start = isRightToLeft ? button.right - panel.offsetWidth : button.left;
  const left = Math.max(margin, Math.min(start, innerWidth - panel.offsetWidth - margin));
  panel.style.left = `${left}px`;
  panel.style.maxHeight = `${isBelow ? below : above}px`;
  panel.style.top = isBelow ? `${button.bottom + gap}px` : "auto";
  panel.style.bottom = isBelow ? "auto" : `${innerHeight - button.top + gap}px`;
}
