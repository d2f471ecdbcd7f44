import { DeploymentSecret, MemoryStore, unseal } from "@wellhead/runtime";
import { expect, it } from "vitest";
import { openPosition } from "./position-token.js";

// Made by version 0.1, and never made again: platforms and stores keep such values over an upgrade.
const secret = new DeploymentSecret("0123456789abcdef0123456789abcdef");
const made = 1_795_000_000_000;
const token =
  "wzIZ4qwPwzhbp3BuevOfmSJDiQF7_y8u6Pqny0cAatC3RBEXilQV9Oj3vLzYFru0vE-vdF0vaDwziU5x1vpbYDQ8pMvgC7W-TM76duSsuB21ft8SK86fS-hOdyN8vgAqN_Id_mdrcgc4gybmTBSj_xALPICpmY7i_LdNPd5mSp-CaWIaBvq9OPX7dGIZYsj6aLYMDTKG-wmUJY2fuZ4k5Ni1FcoRVrW4NwQb-Z42yjiTRUrnQD_6Hit7vAvGWYpMFjZV2IjvC8kgFz1_iVc";

it("a position that version 0.1 sealed is opened", async () => {
  const run = await openPosition(
    token,
    {
      connector: "shop",
      accountKey: async (one) => one.derive("account", "ada"),
      source: "orders",
      filter: { from: 1, status: ["open"] },
      operation: "run-1",
    },
    { secret, store: new MemoryStore(), now: made + 6 * 86_400_000 },
  );
  expect(run).toEqual({
    version: 3,
    rows: { base: ["k", 7], rows: 2, digest: "d" },
    phase: "rows",
    since: "2026-11-01T00:00:00.000Z",
    began: made,
    count: 14,
    page: 2,
  });
});

it("values that version 0.1 derived and sealed are the same", () => {
  expect(secret.id).toBe("iKP7Azzhh_Y9pMTBx7P7bK7imXkTmcaq8P3O-4sRREA");
  const sealed = "OPVs1HC-Po_t4WcqIWIrcDAobQVIfYYFlTkTF_8jIGWxpA";
  expect(unseal(sealed, secret.key("journal"), "place")).toBe("töken");
});
