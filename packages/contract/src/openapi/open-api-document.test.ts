import { describe, expect, it } from "vitest";
import { endpoints } from "../wire/endpoints.js";
import { openApiDocument } from "./open-api-document.js";

describe("openApiDocument()", () => {
  const document = JSON.parse(JSON.stringify(openApiDocument({ title: "Tracker", version: "1.0.0" })));

  it("describes every endpoint of the contract", () => {
    for (const { method, path } of Object.values(endpoints)) {
      expect(document.paths[path][method.toLowerCase()].operationId).toBeTypeOf("string");
    }
  });

  it("lists only the endpoints asked for", () => {
    const small = openApiDocument({ title: "T", version: "1", endpoints: ["application", "data"] });
    expect(Object.keys(Object(small["paths"]))).toEqual(["/"]);
  });

  it("resolves every reference", () => {
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).toHaveProperty(String(name));
    }
  });

  it("gives every operation the error shape for every status of the contract", () => {
    const operation = document.paths["/validate"].post;
    expect(operation.responses["401"].content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/ErrorResponse",
    });
  });

  it("contains nothing that OpenAPI does not know, and says where the service is and what it may require", () => {
    expect(JSON.stringify(document)).not.toContain("antiExamples");
    // The address is relative to that of the document.
    expect(document.servers).toEqual([{ url: "." }]);
    expect(document.security).toEqual([{}, { callerToken: [] }]);
    expect(Object.keys(document.components.securitySchemes)).toEqual(["callerToken"]);
  });

  it("has examples without members that their schema excludes", () => {
    const schema = document.paths["/validate"].post.requestBody.content["application/json"].schema;
    expect(schema.examples).toContainEqual({ token: "…" });
    expect(schema.additionalProperties).toBe(true);
  });

  it("offers the rows in five formats", () => {
    expect(Object.keys(document.paths["/"].post.responses["200"].content)).toEqual([
      "application/json",
      "application/x-ndjson",
      "application/vnd.wellhead.ndjson",
      "text/csv",
      "application/vnd.apache.arrow.stream",
    ]);
  });
});
