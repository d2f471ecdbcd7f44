/** A target that passed the policy; only these addresses may be dialled for it. */
export interface PinnedTarget {
  readonly name: string;
  readonly port: number;
  readonly addresses: readonly string[];
}
