import { describe, expect, test } from "vitest";
import { readTableSettings } from "./table-settings.js";

describe("settings of files", () => {
  test("unites those of all patterns that match a name, the later ones first", () => {
    const { settingsOf, isTable, fault } = readTableSettings(
      JSON.stringify({ settings: { "*.csv": { delimiter: ";", skip: 2 }, "b?.csv": { skip: 0 } } }),
    );
    expect(fault).toBeUndefined();
    expect(settingsOf("a.csv")).toEqual({ delimiter: ";", skip: 2 });
    expect(settingsOf("b1.csv")).toEqual({ delimiter: ";", skip: 0 });
    expect(settingsOf("a.tsv")).toEqual({});
    // The files stay sources of their own, because nothing else is stated.
    expect(isTable).toBe(false);
    expect(readTableSettings('{"settings": {}, "fileColumn": false}').isTable).toBe(true);
  });

  test.each([
    [{ delimiter: ";;" }, 'expected one ASCII character other than a double quote for "delimiter", got ";;"'],
    [{ delimiter: "\n" }, "one ASCII character"],
    [{ quote: 1 }, 'expected one ASCII character or "" for "quote", got 1'],
    [{ escape: "" }, "one ASCII character"],
    [{ header: "yes" }, "true or false"],
    [{ skip: -1 }, "number of lines"],
    [{ skip: 1.5 }, "number of lines"],
    [{ nullTexts: "NA" }, "a list of texts"],
    [{ decimal: "x" }, '"." or ","'],
    [{ decimal: ",", thousands: "," }, "different characters"],
    [{ quote: "|", delimiter: "|" }, "different characters"],
    [{ dateFormat: "DD.MM" }, "a form such as DD.MM.YYYY"],
    [{ dateFormat: "DDMMYYYYx" }, "a form such as DD.MM.YYYY"],
    [{ encoding: "latin-99" }, "a label of an encoding"],
    [{ types: { a: "money" } }, '"text", "number", "date" or "bool"'],
    [{ delim: ";" }, 'got "delim"'],
    [7, "expected an object, got 7"],
  ])("names what is wrong with %j", (settings, words) => {
    const { fault } = readTableSettings(JSON.stringify({ settings: { "*.csv": settings } }));
    expect(fault).toContain(words);
    expect(fault).toMatch(/^in the file \.table\.json, .*Correct it$/);
  });
});
