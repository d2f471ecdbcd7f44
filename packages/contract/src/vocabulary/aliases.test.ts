import { describe, expect, it } from "vitest";
import {
  acceptAlias,
  acceptValues,
  aliases,
  emitAlias,
  emitLabel,
  emitOption,
  emitStaticOptions,
} from "./aliases.js";

describe("acceptAlias()", () => {
  it("accepts either public name of the account kind", () => {
    expect(acceptAlias({ auth: "token" }, aliases.accountKind)).toBe("token");
    expect(acceptAlias({ identifier: "token" }, aliases.accountKind)).toBe("token");
  });

  it("prefers the first name", () => {
    expect(acceptAlias({ identifier: "b", auth: "a" }, aliases.accountKind)).toBe("a");
  });

  it("takes null and empty text as absent", () => {
    expect(acceptAlias({ _min: null }, aliases.rangeStart)).toBeUndefined();
    expect(acceptAlias({ auth: "", identifier: "x" }, aliases.accountKind)).toBe("x");
  });

  it("reads own members only", () => {
    expect(acceptAlias(Object.create({ auth: "inherited" }), aliases.accountKind)).toBeUndefined();
  });
});

describe("emitAlias()", () => {
  it("writes every emitted name with the same value", () => {
    expect(emitAlias(aliases.errorText, "no")).toEqual({ error: "no", message: "no" });
  });
});

describe("emitOption()", () => {
  it("writes both labels", () => {
    expect(emitOption({ title: "Berlin", value: 3 })).toEqual({ title: "Berlin", name: "Berlin", value: 3 });
  });
});

describe("emitStaticOptions()", () => {
  it("writes data, choices and options", () => {
    expect(emitStaticOptions([{ title: "One", value: 1 }])).toEqual({
      data: [{ title: "One", name: "One", value: 1 }],
      choices: [1],
      options: [1],
    });
  });
});

describe("emitLabel()", () => {
  it("writes title and name equal, optional and required opposite", () => {
    expect(emitLabel("Project", true)).toEqual({
      title: "Project",
      name: "Project",
      optional: true,
      required: false,
    });
  });
});

describe("acceptValues()", () => {
  it.each([
    [
      ["a", "b"],
      ["a", "b"],
    ],
    ["a,b", ["a", "b"]],
    [" a , b ,", ["a", "b"]],
    [["Smith, John"], ["Smith, John"]],
    [7, [7]],
    [
      ["a", null, ""],
      ["a", null, ""],
    ],
    [[""], [""]],
    ["", []],
    [null, []],
    [undefined, []],
  ])("reads %j as %j", (raw, values) => {
    expect(acceptValues(raw)).toEqual(values);
  });
});
