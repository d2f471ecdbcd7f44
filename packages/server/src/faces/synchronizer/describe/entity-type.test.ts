import { type Column, date, id, number, type Source, text } from "@wellhead/sdk";
import { describe, expect, test } from "vitest";
import { versionOfSources } from "./entity-type.js";

const source = (fields: Readonly<Record<string, Column>>, filter = {}): Source => ({
  name: "Rows",
  fields,
  filter,
  rows: () => [],
});
const people = { id: "people", source: source({ key: id(), name: text() }) };
const version = (release: string, ...sources: readonly (typeof people)[]) =>
  versionOfSources(release, sources);

describe("versionOfSources()", () => {
  test("grows with each release", () => {
    const releases = [
      "0.0.0",
      "0.0.1",
      "0.1.0",
      "0.9.0",
      "0.10.0",
      "1.0.0",
      "1.0.1-beta",
      "10.0.0",
      "999.999.999",
    ];
    const versions = releases.map((release) => version(release, people));
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(versions).size).toBe(releases.length);
    expect(versions.every(Number.isSafeInteger)).toBe(true);
  });

  test("grows with types, columns and filters of one release", () => {
    const more = { id: "people", source: source({ key: id(), name: text(), born: date() }) };
    const asked = {
      id: "people",
      source: source({ key: id(), name: text(), born: date() }, { born: date() }),
    };
    const teams = { id: "teams", source: source({}) };
    const versions = [[], [people], [more], [asked], [asked, teams]].map((all) => version("1.2.3", ...all));
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(versions).size).toBe(5);
    expect(versions.at(-1)).toBeLessThan(version("1.2.4"));
  });

  test("changes with the type of a column, the key and the id of a type", () => {
    const others = [
      { id: "people", source: source({ key: id(), name: number() }) },
      { id: "people", source: { ...source({ key: id(), name: text() }), key: ["name"] } },
      { id: "persons", source: source({ key: id(), name: text() }) },
    ];
    const versions = [people, ...others].map((one) => version("1.2.3", one));
    expect(new Set(versions).size).toBe(4);
  });

  test("keeps the versions of releases apart for more columns than it counts", () => {
    const columns = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`c${index}`, text()]));
    const wide = { id: "wide", source: source(columns) };
    expect(version("1.2.3", wide)).toBeLessThan(version("1.2.4"));
    expect(version("999.999.999", wide)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
  });
});
