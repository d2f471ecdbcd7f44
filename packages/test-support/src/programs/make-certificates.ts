import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandUser, runCommand } from "./run-command.js";

/**
 * Creates an authority and a certificate signed by it for the loopback interface. Returns the authority's certificate.
 */
export function makeCertificates(folder: string, user: CommandUser): string {
  const openssl = (...parameters: readonly string[]) => runCommand("openssl", parameters, user);
  const at = (name: string) => join(folder, name);
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    at("ca.key"),
    "-out",
    at("ca.crt"),
    "-days",
    "2",
    "-subj",
    "/CN=Test authority",
  );
  openssl("req", ...key, "-keyout", at("server.key"), "-out", at("server.csr"), "-subj", "/CN=localhost");
  writeFileSync(at("extensions"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  const sign = [
    "-CA",
    at("ca.crt"),
    "-CAkey",
    at("ca.key"),
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    at("extensions"),
  ];
  openssl("x509", "-req", "-in", at("server.csr"), ...sign, "-out", at("server.crt"));
  return readFileSync(at("ca.crt"), "utf8");
}
