export type { SqliteOptions } from "./account/options.js";
export { sqlite } from "./sqlite.js";
