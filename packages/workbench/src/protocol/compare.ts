import type { CompareQuery } from "@wellhead/results";

/** The request to compare a run with an earlier one. `POST data/runs/<run>/comparison` */
export interface CompareRequest extends CompareQuery {
  /** Id of the earlier run. */
  readonly earlier: string;
}
