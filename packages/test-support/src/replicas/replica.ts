import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { oauthConnector } from "../oauth/oauth-connector.js";
import { testLog } from "../services/test-log.js";
import type { ReplicaSettings } from "./replica-process.js";

/** Runs one replica in its own process. It sends its address to the parent, and receives the offset of its clock. */
async function main(): Promise<void> {
  // The parent writes this variable, from the same type.
  const settings = JSON.parse(process.env["REPLICA_SETTINGS"] ?? "{}") as ReplicaSettings;
  let ahead = 0;
  process.on("message", (message) => {
    ahead = Number(message);
    process.send?.("set");
  });
  process.on("disconnect", () => {
    process.exitCode = 0;
    process.kill(process.pid, "SIGKILL");
  });
  configureEgress({ allow: "127.0.0.1/32:*" });
  const app = await createApp({
    connectors: [oauthConnector(settings.provider)],
    // The tests send hundreds of invalid accounts and check each response, and the machine may be busy.
    failures: false,
    limits: { maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
    logger: testLog().logger,
    accounts: {
      secret: "0123456789abcdef0123456789abcdef",
      variables: {},
      ...(settings.store !== undefined && { store: settings.store, replicas: 4 }),
      ...(settings.callTimeout !== undefined && { callTimeout: settings.callTimeout }),
    },
    now: () => new Date(Date.now() + ahead),
  });
  const { url } = await app.listen({ port: 0 });
  process.send?.(url);
}

await main();
