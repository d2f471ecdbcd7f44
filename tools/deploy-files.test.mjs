import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const deploy = join(root, "deploy");

describe("the files of deploy", () => {
  test("name only variables that docs/operate/configuration.md lists", () => {
    const page = readFileSync(join(root, "docs/operate/configuration.md"), "utf8");
    const known = new Set(page.match(/\bWELLHEAD_[A-Z_]*[A-Z]\b/g));
    const files = readdirSync(deploy, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.\w+$|file$/.test(name),
    );
    const named = files.flatMap((name) => {
      const text = readFileSync(join(deploy, name), "utf8");
      return [...new Set(text.match(/\bWELLHEAD_[A-Z_]*[A-Z]\b/g))].map((variable) => `${name}: ${variable}`);
    });
    // The images of the compose file, and the files of secrets.
    const isKnown = (/** @type {string} */ variable) =>
      known.has(variable) || variable === "WELLHEAD_IMAGE" || known.has(variable.replace(/_FILE$/, ""));
    expect(named.filter((one) => !isKnown(one.split(": ")[1] ?? ""))).toEqual([]);
    expect(named.length).toBeGreaterThan(5);
  });

  test.skipIf(!existsSync("/usr/bin/systemd-analyze"))(
    "the unit of systemd has an exposure of at most 2.0",
    () => {
      const unit = join(deploy, "systemd/wellhead.service");
      const text = execFileSync("systemd-analyze", ["security", "--offline=true", "--no-pager", unit], {
        encoding: "utf8",
      });
      expect(Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1])).toBeLessThanOrEqual(2);
    },
  );
});
