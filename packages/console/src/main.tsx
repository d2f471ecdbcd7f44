import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app/app.js";
import { connectorEntries, openConnector, refreshConnector } from "./connectors/connector-entries.js";
import { startingBase } from "./connectors/current.js";
import { followDevEvents } from "./dev/dev-events.js";
import { consoleSession, loadConsoleSession, requestEvents } from "./http/console-session.js";
import { followTheme } from "./style/theme.js";
import { completeView, followAddress, view } from "./view/view.js";

followTheme();
followAddress();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
void start();

async function start(): Promise<void> {
  await loadConsoleSession().catch(() => undefined);
  for (const base of consoleSession.value.connectors) void openConnector(base);
  if (consoleSession.value.hasEvents) {
    void followDevEvents(requestEvents, (connectors) => {
      for (const base of connectors) void refreshConnector(base);
    });
  }
  effect(() => {
    const { base } = view.value;
    // The address may name a connector that this service does not serve, or none.
    if (base !== undefined && !connectorEntries.peek().some((entry) => entry.base === base))
      void openConnector(base);
    const first = base === undefined ? startingBase(connectorEntries.value) : undefined;
    if (first !== undefined) completeView({ base: first });
  });
}
