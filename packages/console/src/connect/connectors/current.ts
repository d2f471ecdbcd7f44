import { computed } from "@preact/signals";
import { view } from "../../workbench/view/view.js";
import type { AccountKindInfo, SourceInfo } from "./application.js";
import { type ConnectorEntry, connectorEntries } from "./connector-entries.js";

/** The connector that is shown; `undefined` until one is opened. */
export const currentEntry = computed<ConnectorEntry | undefined>(() =>
  connectorEntries.value.find(({ base }) => base === view.value.base),
);

/** The source that is shown: the one in the address, otherwise the connector's default. */
export const currentSource = computed<SourceInfo | undefined>(() => {
  const sources = currentEntry.value?.application?.sources ?? [];
  return (
    sources.find(({ id }) => id === view.value.source) ??
    sources.find(({ isDefault }) => isDefault) ??
    sources[0]
  );
});

/** Returns whether an account of a kind is connected without any input. */
export function asksNothing({ id, fields }: AccountKindInfo): boolean {
  return id === "none" && fields.every(({ type }) => type === "link");
}

/**
 * Returns the connector to open when the address names none: the first that needs no account, otherwise the first. The
 * result is `undefined` while a connector that could be chosen is still loading.
 */
export function startingBase(entries: readonly ConnectorEntry[]): string | undefined {
  for (const { base, status, application } of entries) {
    if (status === "loading") return undefined;
    if (application?.kinds.some((kind) => asksNothing(kind))) return base;
  }
  return (entries.find(({ status }) => status === "ready") ?? entries[0])?.base;
}
