import type { Mutant } from "./mutant.js";
import type { World } from "./world.js";

/** A fault that a requirement reports: the generation it is served in, and the fault. */
export type MutantProof = readonly [generation: World["generation"], mutant: Mutant];

/** Requirements that compare the rows of filters, each with a fault that does not meet it. */
export const mutantProofs: ReadonlyMap<string, MutantProof> = new Map<string, MutantProof>([
  ["filters.exact", ["v2", { effect: "ignored", condition: "falsy", field: "amount" }]],
  [
    "filters.same-rows",
    ["v2", { effect: "cell-hour", condition: "set", field: "owner", column: "created", at: 0 }],
  ],
  ["filters.together", ["v2", { effect: "third-lost", condition: "combined", field: "status" }]],
  ["filters.answered", ["v2", { effect: "error", condition: "falsy", field: "amount" }]],
  ["dates.exact", ["v2", { effect: "midnight-lost", condition: "set", field: "created" }]],
  ["data.again", ["v2", { effect: "third-lost", condition: "again" }]],
  ["sync-pages.filtered", ["v3", { effect: "ignored", condition: "filtered-page", field: "paid" }]],
  [
    "sync-pages.same-entities",
    ["v3", { effect: "cell-null", condition: "set", field: "team", column: "title", at: 0.5 }],
  ],
  ["sync-pages.sizes", ["v3", { effect: "lost", condition: "page", position: 1, at: 0.5 }]],
  ["sync-pages.together", ["v3", { effect: "ignored", condition: "combined", field: "paid" }]],
  ["sync-changes.since-change", ["v3", { effect: "third-lost", condition: "delta" }]],
  ["sync-forms.complete", ["v3", { effect: "option-dropped", field: "team", position: 0 }]],
  ["sync-changes.filtered", ["v3", { effect: "ignored", condition: "filtered-delta", field: "team" }]],
]);
