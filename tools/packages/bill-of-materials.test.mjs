import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { billOf } from "./bill-of-materials.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8"));

test("a bill names each part at the version and with the digest of the lock file, nested versions too", () => {
  const locked = {
    "packages/own": { version: "1.0.0", name: "@x/own", dependencies: { a: "^1", b: "^1" } },
    "node_modules/a": {
      version: "1.2.3",
      license: "MIT",
      integrity: "sha512-AAEC",
      dependencies: { b: "^2" },
    },
    "node_modules/a/node_modules/b": { version: "2.0.0" },
    "node_modules/b": { version: "1.0.0", dependencies: { linked: "*", nameless: "*" } },
    "node_modules/linked": { link: true, resolved: "packages/linked" },
    "node_modules/nameless": { link: true, resolved: "packages/nameless" },
    "packages/nameless": { version: "3.0.0" },
    "packages/linked": { version: "1.0.0", name: "linked" },
    "node_modules/unused": { version: "9.0.0" },
  };
  const { metadata, components } = billOf(locked, "packages/own");
  expect(metadata.component).toMatchObject({ name: "@x/own", purl: "pkg:npm/%40x/own@1.0.0" });
  expect(components.map(({ name, version }) => `${name}@${version}`)).toEqual([
    "a@1.2.3",
    "b@1.0.0",
    "b@2.0.0",
    "linked@1.0.0",
    "nameless@3.0.0",
  ]);
  expect(components[0]).toMatchObject({
    licenses: [{ expression: "MIT" }],
    hashes: [{ alg: "SHA-512", content: "000102" }],
  });
  expect(() => billOf({ "packages/own": { dependencies: { gone: "1" } } }, "packages/own")).toThrow(
    "npm install",
  );
});

// Python reads the lock file by itself: the digest of each part of the command is that of its name and version there.
const script = `
import base64, json, sys
lock = json.load(open(sys.argv[1]))["packages"]
known = set()
for place, part in lock.items():
    name = part.get("name") or place.removeprefix("packages/").split("node_modules/")[-1]
    digest = part.get("integrity", "-")
    content = base64.b64decode(digest.split("-", 1)[1]).hex() if "-" in digest[1:] else ""
    known.add((name, part.get("version"), content))
bill = json.load(sys.stdin)
print(sum((one["name"], one["version"], (one.get("hashes") or [{"content": ""}])[0]["content"]) not in known for one in bill["components"]))
`;

test("every part of the command is in the lock file with the same digest", () => {
  const bill = billOf(packages, "packages/cli");
  expect(bill.components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["@wellhead/server", "fastify", "undici", "avvio"]),
  );
  expect(bill.components.map(({ name }) => name)).not.toContain("vitest");
  const words = ["-c", script, `${root}/package-lock.json`];
  expect(execFileSync("python3", words, { input: JSON.stringify(bill), encoding: "utf8" }).trim()).toBe("0");
});
