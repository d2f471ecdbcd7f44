import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { connectorEntries, openConnector } from "../../connect/connectors/connector-entries.js";
import { Icon } from "../../controls/icon.js";
import { Popover } from "../../controls/popover.js";
import { consoleSession } from "../../workbench/http/console-session.js";
import { changeView } from "../../workbench/view/view.js";
import { emptyView, readBase } from "../../workbench/view/view-state.js";
import { railOpen } from "./rail-open.js";

/** A button that opens a form for the address of another connector. */
export function AddressForm(): JSX.Element {
  return (
    <div class={`rail-foot ${railOpen.value ? "open" : ""}`}>
      <Popover
        name="Open a connector"
        buttonClass="quiet wide"
        button={
          <>
            <Icon name="plus" /> Open a connector…
          </>
        }
      >
        {(close) =>
          consoleSession.value.problem === "" ? (
            <Form close={close} />
          ) : (
            <p class="about">
              This page reaches only the connectors of its service. {consoleSession.value.problem}
            </p>
          )
        }
      </Popover>
    </div>
  );
}

function Form({ close }: { readonly close: () => void }): JSX.Element {
  const address = useSignal("");
  const problem = useSignal("");
  const open = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = address.value.trim();
    const base = readBase(/^[a-z]+:\/\//i.test(text) || text.startsWith("/") ? text : `http://${text}`);
    if (base === undefined || text === "") {
      problem.value =
        "Paste a web address without a user name and password, such as http://127.0.0.1:8080/tracker/";
      return;
    }
    if (connectorEntries.peek().some((entry) => entry.base === base)) void openConnector(base);
    close();
    railOpen.value = false;
    changeView({ ...emptyView, base });
  };
  return (
    <form class="form address" onSubmit={open} noValidate>
      <div class={`field ${problem.value === "" ? "" : "wrong"}`}>
        <label class="label" for="address">
          Address of the connector
        </label>
        <input
          id="address"
          type="url"
          inputMode="url"
          placeholder="http://127.0.0.1:8080/tracker/"
          value={address.value}
          aria-invalid={problem.value !== ""}
          aria-describedby="address-about"
          onInput={(event) => (address.value = event.currentTarget.value)}
        />
        <p class={problem.value === "" ? "about" : "problem"} id="address-about" role="status">
          {problem.value || "Any connector of the contract, in any language."}
        </p>
      </div>
      <button type="submit" class="primary">
        Open
      </button>
    </form>
  );
}
