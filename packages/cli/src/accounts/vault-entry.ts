/** A connected account, without its secrets. */
export interface VaultEntry {
  readonly name: string;
  /** Id of the connector that it belongs to. */
  readonly connector: string;
  /** Address or name of the connector, as it was typed. */
  readonly place: string;
  /** Name of the account as the connector reports it. */
  readonly title: string;
}
