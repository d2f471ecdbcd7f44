import { readFile } from "node:fs/promises";
import { chaosDifferences, proveStore } from "@wellhead/test-support/stores/store-chaos";
import { expect, it } from "vitest";

it("every endpoint responds in every state of the store as docs/accounts.md says", async () => {
  const text = await readFile(new URL("../../../../docs/accounts.md", import.meta.url), "utf8");
  expect(text).toContain("| endpoint |");
  expect(chaosDifferences(text, await proveStore(false))).toEqual([]);
}, 120_000);
