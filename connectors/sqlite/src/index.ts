export type { SqliteOptions } from "./options.js";
export { sqlite } from "./sqlite.js";
