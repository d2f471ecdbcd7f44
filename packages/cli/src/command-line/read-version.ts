import { createRequire } from "node:module";

/**
 * Returns the version of the installed package.
 *
 * @returns The version, such as `1.2.3`
 */
export function readVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)("../../package.json");
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return version ? String(manifest.version) : "unknown";
}
