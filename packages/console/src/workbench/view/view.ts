import { computed, signal } from "@preact/signals";
import { formatView, parseView, type ViewState } from "./view-state.js";

/** The current view. The address follows it. */
export const view = signal<ViewState>(parseView(location.hash));

/** The address of the current view, for sharing. */
export const viewAddress = computed(() => `${location.origin}${location.pathname}#${formatView(view.value)}`);

/** Changes the view. The change is a step that the browser's Back undoes; a view that stays equal is not a step. */
export function changeView(change: Partial<ViewState>): void {
  const before = formatView(view.value);
  view.value = { ...view.value, ...change };
  const after = formatView(view.value);
  if (after !== before) history.pushState(null, "", `#${after}`);
}

/** Completes the current view, such as with the connector that is opened first, without adding a step. */
export function completeView(change: Partial<ViewState>): void {
  view.value = { ...view.value, ...change };
  history.replaceState(null, "", `#${formatView(view.value)}`);
}

/** Updates the view after the browser's Back and Forward, and after addresses typed by hand. */
export function followAddress(): void {
  addEventListener("popstate", () => {
    view.value = parseView(location.hash);
  });
}
