import type { JSX } from "preact";
import { type ConnectorEntry, logos } from "./connector-entries.js";

/** Shows the logo of a connector, or the first letter of its name when the logo is missing or broken. */
export function Logo({ entry }: { readonly entry: ConnectorEntry }): JSX.Element {
  const name = entry.application?.name ?? "?";
  const logo = logos.value.get(entry.base);
  const initial = Array.from(name.trim())[0] ?? "?";
  return (
    <span class="logo" aria-hidden="true">
      {logo === undefined ? (
        <span class="initial" style={{ background: entry.application?.color ?? "var(--accent)" }}>
          {/[\p{L}\p{N}\p{Emoji}]/u.test(initial) ? initial.toUpperCase() : "?"}
        </span>
      ) : (
        <img src={logo} alt="" width="20" height="20" />
      )}
    </span>
  );
}
