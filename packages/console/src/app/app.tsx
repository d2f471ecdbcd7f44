import type { JSX } from "preact";
import { ConnectorList } from "../connectors/connector-list.js";
import { ConnectorPage } from "../connectors/connector-page.js";
import { CopyButton } from "./copy-button.js";
import { type Theme, theme } from "./theme.js";
import { goTo, view, viewAddress } from "./view.js";
import { formatView, listView } from "./view-state.js";

const themes: readonly Theme[] = ["system", "light", "dark"];

/** The whole page. */
export function App(): JSX.Element {
  const { base } = view.value;
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header class="bar">
        <a
          class="brand"
          href={`#${formatView(listView)}`}
          onClick={(event) => {
            event.preventDefault();
            goTo(listView);
          }}
        >
          <img src="./icon.svg" alt="" width="24" height="24" />
          Wellhead <span>console</span>
        </a>
        <span class="spacer" />
        {base === undefined ? null : <CopyButton text={() => viewAddress.value}>Share this view</CopyButton>}
        <label class="theme">
          <span class="visually-hidden">Colours</span>
          <select
            value={theme.value}
            onChange={(event) => {
              theme.value = themes.find((one) => one === event.currentTarget.value) ?? "system";
            }}
          >
            <option value="system">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
      </header>
      {base === undefined ? <ConnectorList /> : <ConnectorPage key={base} base={base} />}
    </>
  );
}

// The part of the address after `#` contains the view, so the link moves the focus by script.
function skip(event: MouseEvent): void {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}
