import type { Query, Shape } from "@wellhead/sdk";

/** Members of every object in a list. */
export interface ListedObject {
  readonly id: string;
  readonly created?: number | string | null | undefined;
}

/** A list of objects. */
export interface ObjectList<Value extends ListedObject> {
  /** Path of the list, such as `charges`. */
  readonly path: string;
  readonly shape: Shape<Value>;
  /** Referenced objects that are included, such as `data.customer`. Default: none. */
  readonly expand?: readonly string[];
  /** Additional query parameters. Default: none. */
  readonly query?: Query;
  /** Prefix of the type of its events, or all their types. Default: the value of `object`. */
  readonly events?: string | readonly string[];
  /** Value of the member `object`. */
  readonly object: string;
  /**
   * Kind of the objects by which the list can be filtered, and whose events tell of changes in it, too. Default: there is
   * none.
   */
  readonly parent?: string;
  /** Whether an object stays in its list after a `…deleted` event, as a subscription does. Default: `false`. */
  readonly staysListedWhenDeleted?: boolean;
}
