import { StrictProvider } from "@wellhead/test-support/oauth/strict-provider";

// A provider at which users sign in, in a process of its own. It sends its address to the parent, and returns a new refresh
// token for "grant" and what it has counted for anything else.

const provider = new StrictProvider();
process.on("message", (message) => {
  const { presented, refreshes, reuses, revoked } = provider;
  process.send(message === "grant" ? provider.grant() : { presented, refreshes, reuses, revoked });
});
process.on("disconnect", () => provider.close());
process.send(await provider.listen());
