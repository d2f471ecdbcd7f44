import { describe, expect, it } from "vitest";
import { formOf } from "./account-form.js";

const idsOf = (properties: Readonly<Record<string, object>>) =>
  Object.keys(formOf({ type: "object", properties }).fields);

describe("formOf()", () => {
  it("orders the fields as the specification numbers them", () => {
    const properties = {
      schema: { type: "string", order: 2 },
      host: { type: "string", order: 0 },
      database: { type: "string", order: 1 },
    };
    expect(idsOf(properties)).toEqual(["host", "database", "schema"]);
  });

  it("keeps members of an account free, and gives every field an id of its own", () => {
    expect(idsOf({ name: { type: "string" }, name_: { type: "string" } })).toEqual(["name_", "name__2"]);
  });

  it("has a list for alternatives, whose fields for one property have two ids", () => {
    const alternative = (title: string, method: string) => ({
      title,
      properties: { method: { const: method }, token: { type: "string", airbyte_secret: true } },
    });
    const { entries, constants } = formOf({
      type: "object",
      properties: { login: { oneOf: [alternative("Key", "key"), alternative("App", "app")] } },
    });
    expect(entries.map(({ id, isSecret, option }) => [id, isSecret, option?.value])).toEqual([
      ["login", false, undefined],
      ["login.token", true, "Key"],
      ["login.token_2", true, "App"],
    ]);
    expect(constants.map(({ path, value, option }) => [path.join("."), value, option?.value])).toEqual([
      ["login.method", "key", "Key"],
      ["login.method", "app", "App"],
    ]);
  });
});
