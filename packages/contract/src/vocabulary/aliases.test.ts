import { describe, expect, it } from "vitest";
import { acceptAlias, aliases, emitAlias } from "./aliases.js";

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
