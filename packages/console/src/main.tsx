import { effect } from "@preact/signals";
import { render } from "preact";
import { connectorEntries, openConnector, refreshConnector } from "./connect/connectors/connector-entries.js";
import { startingBase } from "./connect/connectors/current.js";
import { followTheme } from "./controls/style/theme.js";
import { App } from "./shell/app.js";
import { followDevEvents } from "./shell/dev/dev-events.js";
import { consoleSession, loadConsoleSession, requestEvents } from "./workbench/http/console-session.js";
import { completeView, followAddress, view } from "./workbench/view/view.js";

followTheme();
followAddress();
// The service answers while the page is drawn.
void start();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);

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
