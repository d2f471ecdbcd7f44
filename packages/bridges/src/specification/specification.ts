import type { JsonSchema } from "./stream.js";

/** Configuration of a program. */
export type ToolConfig = Readonly<Record<string, unknown>>;

/** What a program says of its configuration. */
export interface Specification {
  /** JSON Schema of the configuration. */
  readonly schema: JsonSchema;
  /** Address of its documentation. */
  readonly site: string | undefined;
  /** Property of the schema that holds the whole configuration, because nothing is known of its members. */
  readonly whole?: string;
}
