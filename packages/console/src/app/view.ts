import { computed, signal } from "@preact/signals";
import { formatView, parseView, type ViewState } from "./view-state.js";

/** The current view. The address follows it. */
export const view = signal<ViewState>(parseView(location.hash));

/** The address of the current view, for sharing. */
export const viewAddress = computed(() => `${location.origin}${location.pathname}#${formatView(view.value)}`);

/** Changes the current view without a new entry in the browser's history. */
export function changeView(change: Partial<ViewState>): void {
  view.value = { ...view.value, ...change };
  history.replaceState(null, "", `#${formatView(view.value)}`);
}

/** Opens another connector, or the list, with a new entry in the browser's history. */
export function goTo(next: ViewState): void {
  view.value = next;
  history.pushState(null, "", `#${formatView(next)}`);
  scrollTo(0, 0);
}

/** Updates the view after the browser's Back and Forward, and after addresses typed by hand. */
export function followAddress(): void {
  addEventListener("popstate", () => {
    view.value = parseView(location.hash);
  });
}
