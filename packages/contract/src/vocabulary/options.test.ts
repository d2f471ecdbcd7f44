import { describe, expect, it } from "vitest";
import { emitLabel, emitOption, emitStaticOptions } from "./options.js";

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
