import { describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

describe("wellhead dates", () => {
  test("prints the wire form of a range and nothing else", async () => {
    const run = await runWellhead(["dates", "LAST 3 WEEKS", "--now", "2017-06-13"]);
    expect(run).toEqual({
      code: 0,
      stdout: '{"_min":"2017-05-29T00:00:00.000Z","_max":"2017-06-18T23:59:59.999Z"}\n',
      stderr: "",
    });
  });

  test("prints null for an open end and joins words", async () => {
    const run = await runWellhead(["dates", "from", "10", "Jan", "2017", "--json"]);
    expect(run.stdout).toBe('{"_min":"2017-01-10T00:00:00.000Z","_max":null}\n');
  });

  test.each([
    ["2017-06-12T22:30:00Z", "+03:00", "2017-06-13T00:00:00.000+03:00"],
    ["2017-06-13", "-05:00", "2017-06-13T00:00:00.000-05:00"],
    ["1497307800000", "Europe/Berlin", "2017-06-13T00:00:00.000+02:00"],
    ["2017-06-13T01:00:00", "Asia/Tokyo", "2017-06-13T00:00:00.000+09:00"],
  ])("reads --now %s in zone %s", async (now, zone, start) => {
    const run = await runWellhead(["dates", "TODAY", "--now", now, "--zone", zone]);
    expect(JSON.parse(run.stdout)).toMatchObject({ _min: start });
  });

  test("reads the first generation's words with --dialect", async () => {
    const words = ["dates", "in the last month", "--now", "2017-06-13"];
    const [v1, v2] = await Promise.all([runWellhead([...words, "--dialect", "v1"]), runWellhead(words)]);
    expect(JSON.parse(v1.stdout)).toMatchObject({ _min: "2017-05-01T00:00:00.000Z" });
    expect(v2.code).toBe(8);
  });

  test("shows the place of a mistake and a way out", async () => {
    const run = await runWellhead(["dates", "LAST 3 WEAKS"]);
    expect(run.code).toBe(8);
    expect(run.stdout).toBe("");
    expect(run.stderr).toContain("  LAST 3 WEAKS\n         ^\n");
    expect(run.stderr).toContain("LAST 3 WEEKS");
  });

  test("puts the mistake into JSON with --json", async () => {
    const run = await runWellhead(["dates", "31 Feb 2017", "--json"]);
    expect(run.code).toBe(8);
    expect(JSON.parse(run.stdout)).toMatchObject({ kind: "date", position: 0 });
  });

  test.each([
    ["no expression", []],
    ["a dialect that is none", ["TODAY", "--dialect", "v3"]],
    ["a zone that is none", ["TODAY", "--zone", "Mars"]],
    ["a present that is none", ["TODAY", "--now", "YESTERDAY"]],
    ["a present that is no day", ["TODAY", "--now", "2017-02-30T00:00:00Z"]],
    ["an expression beside --batch", ["TODAY", "--batch"]],
  ])("refuses %s", async (_, words) => {
    const run = await runWellhead(["dates", ...words]);
    expect(run.code).toBe(2);
    expect(run.stderr).not.toBe("");
  });
});

describe("wellhead dates --batch", () => {
  test("prints one line for every line, mistakes included", async () => {
    const now = "2017-06-13T00:00:00Z";
    const lines = [
      JSON.stringify({ expression: "TODAY", now }),
      JSON.stringify({ expression: "TODAY", now, zone: "+03:00" }),
      JSON.stringify({ expression: "last week", now, dialect: "v1" }),
      JSON.stringify({ expression: "FROM 2 Feb 2017 TO 1 Feb 2017", now }),
      JSON.stringify({ expression: "", now }),
      JSON.stringify({ expression: "TODAY", now: "soon" }),
      JSON.stringify({ expression: "TODAY", now, zone: "Mars" }),
      JSON.stringify({ expression: "TODAY", now, dialect: "v9" }),
      JSON.stringify({ now }),
      "not json",
      "[1]",
      "",
      `{"expression":"TODAY","now":${Date.UTC(2017, 5, 13)},"zone":null,"dialect":null}`,
    ];
    const run = await runWellhead(["dates", "--batch"], { input: lines.join("\n") });
    expect(run.code).toBe(0);
    const answers = run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(answers).toHaveLength(lines.length);
    expect(answers[0]).toEqual({ _min: "2017-06-13T00:00:00.000Z", _max: "2017-06-13T23:59:59.999Z" });
    expect(answers[1]).toMatchObject({ _min: "2017-06-13T00:00:00.000+03:00" });
    expect(answers[2]).toMatchObject({ _min: "2017-06-04T00:00:00.000Z" });
    expect(answers[3]).toMatchObject({ kind: "order", position: expect.any(Number) as number });
    for (const answer of answers.slice(4, 12)) {
      expect(answer).toMatchObject({ kind: "format", error: expect.any(String) as string });
    }
    expect(answers[12]).toEqual(answers[0]);
  });

  test("reads a last line without a line feed, and one with carriage returns", async () => {
    const question = '{"expression":"10 Jan 2017"}';
    const run = await runWellhead(["dates", "--batch"], { input: `${question}\r\n${question}` });
    expect(run.stdout.split("\n")).toHaveLength(3);
    expect(run.stdout).not.toContain("error");
  });

  test("prints an error for an endless line and continues", async () => {
    const input = `{"expression":"${"A".repeat(3_000_000)}"}\n{"expression":"10 Jan 2017"}\n`;
    const run = await runWellhead(["dates", "--batch"], { input });
    const [first, second] = run.stdout.split("\n");
    expect(first).toContain('"kind":"format"');
    expect(second).toContain("2017-01-10");
  });

  test("takes present, zone and dialect of the command line for lines without them", async () => {
    const words = ["dates", "--batch", "--now", "2017-06-13", "--zone", "+03:00", "--dialect", "v1"];
    const run = await runWellhead(words, { input: '{"expression":"since yesterday"}\n' });
    expect(run.stdout).toContain("2017-06-12T00:00:00.000+03:00");
  });
});
