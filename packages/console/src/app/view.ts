import { computed, signal } from "@preact/signals";
import { formatView, parseView, type ViewState } from "./view-state.js";

/** What is being looked at; the address follows it. */
export const view = signal<ViewState>(parseView(location.hash));

/** The address of the view, for sharing. */
export const viewAddress = computed(() => `${location.origin}${location.pathname}#${formatView(view.value)}`);

/** Changes what is being looked at, in place. */
export function changeView(change: Partial<ViewState>): void {
  view.value = { ...view.value, ...change };
  history.replaceState(null, "", `#${formatView(view.value)}`);
}

/** Goes to another connector, or to the list; the browser's Back returns. */
export function goTo(next: ViewState): void {
  view.value = next;
  history.pushState(null, "", `#${formatView(next)}`);
  scrollTo(0, 0);
}

/** Follows the browser's Back and Forward, and addresses typed by hand. */
export function followAddress(): void {
  addEventListener("popstate", () => {
    view.value = parseView(location.hash);
  });
}
