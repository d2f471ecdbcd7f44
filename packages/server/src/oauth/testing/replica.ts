import { configureEgress } from "@wellhead/sdk";
import { openOAuthApp } from "./oauth-app.js";
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
  const { app } = await openOAuthApp({
    provider: settings.provider,
    accounts: {
      ...(settings.store !== undefined && { store: settings.store, replicas: 4 }),
      ...(settings.callTimeout !== undefined && { callTimeout: settings.callTimeout }),
    },
    now: () => new Date(Date.now() + ahead),
  });
  process.send?.(app.fastify.listeningOrigin);
}

await main();
