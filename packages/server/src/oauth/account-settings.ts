import type { OAuthSettings, Store } from "@wellhead/runtime";

/** The operator's settings for accounts. Each has a default in the environment of the process. */
export interface AccountSettings extends Omit<OAuthSettings, "store" | "now"> {
  /** The store that replicas share, or the address of a Redis or Valkey. Default: `WELLHEAD_STORE`, else memory. */
  readonly store?: Store | string;
}
