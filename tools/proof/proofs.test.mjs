import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listFiles } from "../check/list-files.mjs";
import { PROOFS, variablesOf } from "./proofs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = listFiles(root);
const testFiles = files.filter((file) => /\.test\.(ts|mjs)$/.test(file));

/** Each proof that Vitest runs, with what it chooses the files by, and the pattern of the tests' names. */
const vitestProofs = Object.entries(PROOFS)
  .filter(([, { command }]) => command[1] === "vitest")
  .map(([name, { command }]) => {
    const at = command.indexOf("-t");
    const words = command.slice(3, at < 0 ? undefined : at).filter((word) => !word.startsWith("-"));
    return { name, words, pattern: at < 0 ? "" : (command[at + 1] ?? "") };
  });

/**
 * @param {string} file The program of a proof.
 * @returns {boolean} Whether it starts Vitest itself.
 */
function startsVitest(file) {
  return file.endsWith(".mjs") && /"vitest", "run"/.test(readFileSync(join(root, file), "utf8"));
}

describe("PROOFS", () => {
  it.each(vitestProofs)("$name finds its test files", ({ words }) => {
    for (const word of words)
      expect(
        testFiles.find((file) => file.includes(word)),
        word,
      ).toBeDefined();
  });

  it("runs tests in their long form", () => {
    const running = Object.values(PROOFS).filter(
      ({ command }) => command.includes("vitest") || startsVitest(command[1] ?? ""),
    );
    expect(running.length).toBeGreaterThan(vitestProofs.length);
    for (const proof of running)
      expect(variablesOf(proof), proof.shows).toMatchObject({ WELLHEAD_LONG: "1" });
  });

  it.each(vitestProofs.filter(({ pattern }) => pattern !== ""))(
    "each part of the pattern of $name is a part of a test's name",
    ({ words, pattern }) => {
      const texts = files
        .filter(
          (file) => words.some((word) => file.includes(word)) || /test-support\/src\/.*\.ts$/.test(file),
        )
        .flatMap((file) => readFileSync(join(root, file), "utf8").split("\n"))
        .filter((line) => /^\s*([`"]|\]\)\(|(describe|it|test)\b.*\()/.test(line));
      for (const part of pattern.split("|"))
        expect(
          texts.find((line) => new RegExp(part).test(line)),
          part,
        ).toBeDefined();
    },
  );

  it("names only programs of this repository that exist", () => {
    const programs = Object.values(PROOFS).flatMap(({ command: [, file = ""] }) =>
      file.includes("/") ? [file] : [],
    );
    expect(programs.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
