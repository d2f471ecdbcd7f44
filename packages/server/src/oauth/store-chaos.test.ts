import { readFile } from "node:fs/promises";
import { chaosTable, proveStore } from "@wellhead/testing/stores/store-chaos";
import { expect, it } from "vitest";

it("every endpoint answers in every state of the store as docs/accounts.md says", async () => {
  const text = await readFile(new URL("../../../../docs/accounts.md", import.meta.url), "utf8");
  expect(chaosTable(await proveStore(false))).toBe(/^\| endpoint [\s\S]*?(?=\n\n)/m.exec(text)?.[0]);
}, 120_000);
