export type { PinnedCluster, TrinoOptions, TrinoSignIn } from "./account/options.js";
export { trino } from "./trino.js";
