import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TlsOptions } from "node:tls";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { makeCertificate } from "@wellhead/test-support/http/make-certificate";
import { serveRaw } from "@wellhead/test-support/http/serve-raw";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applicationOf } from "../fixtures/reference-application.js";

const folder = mkdtempSync(join(tmpdir(), "wellhead-tls-"));
const closers: (() => Promise<void>)[] = [];
const reasons = new Map<string, string>();

const loopback = [127, 0, 0, 1] as const;
const authority = { name: "Test authority", ...makeCertificate({ name: "Test authority" }) };
const stranger = { name: "Stranger", ...makeCertificate({ name: "Stranger" }) };
const right = makeCertificate({ name: "right", issuer: authority, address: loopback });
const servers: Readonly<Record<string, TlsOptions>> = {
  right,
  "self-signed": makeCertificate({ name: "self", address: loopback }),
  "unknown authority": makeCertificate({ name: "stray", issuer: stranger, address: loopback }),
  expired: makeCertificate({ name: "old", issuer: authority, address: loopback, days: -1 }),
  "not valid yet": makeCertificate({ name: "new", issuer: authority, address: loopback, days: 120 }),
  "other address": makeCertificate({ name: "other", issuer: authority, address: [127, 0, 0, 2] }),
  // A server can use a version this old only at the lowest security level.
  "old version": { ...right, maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" },
};

/** A process reads its trusted authorities at startup, so the suite runs in a process of its own. */
const program = `
import { runConformance } from ${JSON.stringify(pathToFileURL(fileURLToPath(new URL("../../dist/index.js", import.meta.url))).href)};
const found = {};
for (const [name, url] of Object.entries(JSON.parse(process.argv[1]))) {
  const { connector } = await runConformance(url, { only: ["application.answers"] });
  found[name] = connector.recognised ? "recognised" : connector.reason;
}
console.log(JSON.stringify(found));
`;

beforeAll(async () => {
  const urls: Record<string, string> = {};
  for (const [name, options] of Object.entries(servers)) {
    const server = createServer(options, (_request, response) => {
      response.end(JSON.stringify(applicationOf("full")));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    urls[name] = `https://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
    closers.push(async () => {
      server.close().closeAllConnections();
    });
  }
  const plain = await serveRaw((_request, response) => response.end("{}"));
  closers.push(plain.close);
  urls["no TLS"] = plain.url.replace("http:", "https:");
  const trusted = join(folder, "authority.pem");
  writeFileSync(trusted, authority.cert);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program, JSON.stringify(urls)],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted } },
  );
  for (const [name, reason] of Object.entries(JSON.parse(stdout) as Record<string, string>))
    reasons.set(name, reason);
});

afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["right", /^recognised$/],
  ["self-signed", /the certificate is self-signed. Use one of an authority that this machine trusts/],
  [
    "unknown authority",
    /the certificate's authority is not trusted here, or an intermediate certificate is missing/,
  ],
  ["expired", /the certificate has expired/],
  ["not valid yet", /the certificate is not valid yet/],
  ["other address", /the certificate is for another host/],
  ["old version", /no common TLS version/],
  ["no TLS", /the server does not speak TLS/],
])("transportFault() names what is wrong with a server: %s", (name, reason) => {
  expect(reasons.get(name)).toMatch(reason);
});
