import { createHash } from "node:crypto";
import { defineConnector, id, number, text } from "@wellhead/sdk";

// Rows that do not compress, for proofs that fill a disk.

const rows = Array.from({ length: 20_000 }, (_, n) => ({
  id: String(n),
  a: createHash("sha512").update(String(n)).digest("base64").repeat(3),
  n,
}));

export default defineConnector({
  id: "random",
  name: "Random",
  version: "1.0.0",
  description: "Rows that do not compress",
  sources: (source) => ({
    rows: source({ name: "Rows", fields: { id: id(), a: text(), n: number() }, rows: () => rows }),
  }),
});
