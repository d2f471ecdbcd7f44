import { signal } from "@preact/signals";

/** Whether the rail covers the page on a narrow screen. On a wide screen it is always visible. */
export const railOpen = signal(false);
