import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { goTo } from "../app/view.js";
import { listView, readBase } from "../app/view-state.js";
import { ConnectorCard } from "./connector-card.js";
import { connectorEntries, openConnector } from "./connector-entries.js";

/** Shows the connectors known to this page, and a form to add one by its address. */
export function ConnectorList(): JSX.Element {
  const entries = connectorEntries.value;
  return (
    <main class="list-page" id="main">
      <header class="hero">
        <h1>Play the platform</h1>
        <p>
          Connect an account, choose a source, and watch the rows arrive, as a user of the platform would.
          Nothing is stored.
        </p>
      </header>
      {entries.length === 0 ? (
        <p class="empty">This service serves no connectors. Paste the address of one below.</p>
      ) : null}
      <ul class="cards" aria-label="Connectors">
        {entries.map((entry) => (
          <li key={entry.base}>
            <ConnectorCard entry={entry} />
          </li>
        ))}
      </ul>
      <AddressForm />
    </main>
  );
}

function AddressForm(): JSX.Element {
  const address = useSignal("");
  const problem = useSignal("");
  const open = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = address.value.trim();
    const base = readBase(/^[a-z]+:\/\//i.test(text) || text.startsWith("/") ? text : `http://${text}`);
    if (base === undefined || text === "") {
      problem.value =
        "Paste a web address without user name or password, such as http://127.0.0.1:8080/tracker/";
      return;
    }
    problem.value = "";
    void openConnector(base);
    goTo({ ...listView, base });
  };
  return (
    <form class="address" onSubmit={open} noValidate>
      <div class={`field ${problem.value === "" ? "" : "wrong"}`}>
        <label class="label" for="address">
          A connector at another address
        </label>
        <span class="with-button">
          <input
            id="address"
            type="url"
            inputMode="url"
            placeholder="http://127.0.0.1:8080/tracker/"
            value={address.value}
            aria-invalid={problem.value !== ""}
            aria-describedby="address-about"
            onInput={(event) => {
              address.value = event.currentTarget.value;
            }}
          />
          <button type="submit" class="primary">
            Open
          </button>
        </span>
        <p class={problem.value === "" ? "about" : "problem"} id="address-about" role="status">
          {problem.value || "In any language: the console speaks only the contract."}
        </p>
      </div>
    </form>
  );
}
