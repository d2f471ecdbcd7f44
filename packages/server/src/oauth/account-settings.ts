import type { OAuthSettings, Store } from "@wellhead/sdk";

/** What the operator decides about accounts; each has a default in the environment of the process. */
export interface AccountSettings extends Omit<OAuthSettings, "store" | "now"> {
  /** What replicas share: a store, or the address of a Redis or Valkey. Default: `WELLHEAD_STORE`, else memory. */
  readonly store?: Store | string;
}
