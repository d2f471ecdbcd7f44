// The egress without the HTTP client, which takes longer to load than everything else in a thread that reads a
// database.

export type { PinnedTarget } from "./address-policy.js";
export { type ConnectPinnedOptions, connectPinned } from "./connect-pinned.js";
export { processEgress } from "./egress.js";
export { countConnection } from "./open-connections.js";
