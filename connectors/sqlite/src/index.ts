export { sqlite } from "./sqlite.js";
export type { SqliteOptions } from "./sqlite-options.js";
