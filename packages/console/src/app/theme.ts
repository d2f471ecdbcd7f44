import { computed, effect, signal } from "@preact/signals";

/** Which colours the person wants; `system` follows the system. */
export type Theme = "system" | "light" | "dark";

const storeKey = "wellhead.theme";
const stored = localStorage.getItem(storeKey);
const query = matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(query.matches);

/** The theme the person chose. */
export const theme = signal<Theme>(stored === "light" || stored === "dark" ? stored : "system");

/** Whether the page is dark now. */
export const isDark = computed(() =>
  theme.value === "system" ? systemIsDark.value : theme.value === "dark",
);

/** Keeps the page in the colours of the theme. */
export function followTheme(): void {
  query.addEventListener("change", () => {
    systemIsDark.value = query.matches;
  });
  effect(() => {
    document.documentElement.dataset["theme"] = isDark.value ? "dark" : "light";
    localStorage.setItem(storeKey, theme.value);
  });
}
