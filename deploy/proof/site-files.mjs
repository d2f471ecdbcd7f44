import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a connector with a source of which each row after the first exists only once a file does, and that says when
 * it ends.
 */
export function writeConnector(folder) {
  const text = `
    import { existsSync, appendFileSync } from "node:fs";
    import { defineConnector, id, text } from "@wellhead/sdk";
    const folder = ${JSON.stringify(folder)};
    export default defineConnector({
      id: "slow", name: "Slow", version: "1.0.0", description: "Rows that wait",
      sources: (source) => ({
        rows: source({
          name: "Rows", fields: { id: id() }, filter: { gate: text({ title: "Gate", optional: true }) },
          async *rows({ filter, signal }) {
            yield [{ id: "first" }];
            if (filter.gate === undefined) return;
            try {
              while (filter.gate !== "none" && !existsSync(folder + "/" + filter.gate)) { signal.throwIfAborted(); await new Promise((done) => setTimeout(done, 20)); }
              yield [{ id: "second" }];
            } finally {
              appendFileSync(folder + "/ended", filter.gate + "\\n");
            }
          },
        }),
      }),
    });`;
  const path = join(folder, "slow.mjs");
  writeFileSync(path, text);
  return path;
}

/** Makes a certificate of the host: `tls.crt`, `tls.key`, and `both.pem` with the two. */
export function makeCertificate(folder, host) {
  const [cert, key] = [join(folder, "tls.crt"), join(folder, "tls.key")];
  const name = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...name, "-keyout", key, "-out", cert],
    { stdio: "ignore" },
  );
  writeFileSync(join(folder, "both.pem"), readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
}
