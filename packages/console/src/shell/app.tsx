import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { AccountControl } from "../connect/account/account-control.js";
import { ConnectorFacts } from "../connect/connectors/connector-facts.js";
import { currentEntry, currentSource } from "../connect/connectors/current.js";
import { Choice } from "../controls/choice.js";
import { Icon } from "../controls/icon.js";
import { lazyComponent } from "../controls/lazy-component.js";
import { type Theme, theme } from "../controls/style/theme.js";
import { visibleText } from "../text/visible-text.js";
import { devState } from "./dev/dev-events.js";
import { AddressForm } from "./rail/address-form.js";
import { Rail } from "./rail/rail.js";
import { railOpen } from "./rail/rail-open.js";
import { Workspace } from "./workspace/workspace.js";

const DevBar = lazyComponent(async () => (await import("./dev/dev-bar.js")).DevBar);

const themes: readonly Theme[] = ["system", "light", "dark"];
const themeNames: Readonly<Record<Theme, string>> = { system: "System", light: "Light", dark: "Dark" };

/** The whole page. */
export function App(): JSX.Element {
  const entry = currentEntry.value;
  useTitle();
  return (
    <div class="shell">
      <header class="head">
        <a class="skip" href="#main" onClick={skip}>
          Skip to the rows
        </a>
        <button
          type="button"
          class="icon-button rail-toggle"
          aria-label="Sources"
          aria-expanded={railOpen.value}
          aria-controls="rail"
          onClick={() => (railOpen.value = !railOpen.value)}
        >
          <Icon name={railOpen.value ? "close" : "menu"} />
        </button>
        <span class="brand">
          <img src="./icon.svg" alt="" width="20" height="20" />
          <span>Wellhead</span>
        </span>
        {entry === undefined ? null : <ConnectorFacts key={entry.base} entry={entry} />}
        <span class="spacer" />
        {entry?.application === undefined ? null : (
          <AccountControl key={entry.base} base={entry.base} application={entry.application} />
        )}
      </header>
      <Rail />
      <Workspace />
      {devState.value === undefined ? null : <DevBar />}
      <aside class="extras" aria-label="More">
        <AddressForm />
        <div class="head-end">
          <span class="theme">
            <Choice
              label="Colours"
              value={theme.value}
              values={themes}
              nameOf={(one) => themeNames[one]}
              choose={(one) => (theme.value = one)}
            />
          </span>
        </div>
      </aside>
    </div>
  );
}

/** Names the source and its connector in the title of the page, which the browser's history shows. */
function useTitle(): void {
  const names = [currentSource.value?.name, currentEntry.value?.application?.name, "Wellhead"];
  const title = names.flatMap((name) => (name === undefined ? [] : [visibleText(name, 60)])).join(" – ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

// The part of the address after `#` contains the view, so the link moves the focus by script.
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
