import { computed, effect, signal } from "@preact/signals";
import { keepText, readKept } from "../../text/kept-text.js";

/** The color scheme that the user prefers; `system` follows the operating system. */
export type Theme = "system" | "light" | "dark";

const storeKey = "wellhead.theme";
const stored = readKept("browser", storeKey);
const query = matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(query.matches);

/** The theme chosen by the user. */
export const theme = signal<Theme>(stored === "light" || stored === "dark" ? stored : "system");

/** Whether the page is currently dark. */
export const isDark = computed(() =>
  theme.value === "system" ? systemIsDark.value : theme.value === "dark",
);

/** Keeps the colors of the page in sync with the theme. */
export function followTheme(): void {
  query.addEventListener("change", () => {
    systemIsDark.value = query.matches;
  });
  effect(() => {
    document.documentElement.dataset["theme"] = isDark.value ? "dark" : "light";
    keepText("browser", storeKey, theme.value);
  });
}
