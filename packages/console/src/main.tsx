import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app/app.js";
import { followTheme } from "./app/theme.js";
import { followAddress, view } from "./app/view.js";
import { connectorEntries, openConnector } from "./connectors/connector-entries.js";
import { consoleSession, loadConsoleSession } from "./http/console-session.js";

followTheme();
followAddress();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
void start();

async function start(): Promise<void> {
  await loadConsoleSession().catch(() => undefined);
  for (const base of consoleSession.value.connectors) void openConnector(base);
  // The address may refer to a connector that this service does not serve.
  effect(() => {
    const { base } = view.value;
    if (base !== undefined && !connectorEntries.peek().some((entry) => entry.base === base))
      void openConnector(base);
  });
}
