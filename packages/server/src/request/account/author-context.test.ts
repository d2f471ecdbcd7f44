import { defineConnector, list, token } from "@wellhead/sdk";
import { expect, test } from "vitest";
import { startApp } from "../../../test/start-app.js";

test("each callback may spread its context, and no context has getters", async () => {
  const seen: [string, object][] = [];
  const note = (callback: string, context: object): void => void seen.push([callback, context]);
  const connector = defineConnector({
    id: "spread",
    name: "Spread",
    version: "1",
    description: "Notes the contexts",
    accounts: { token: token() },
    http: { baseUrl: "https://spread.example" },
    identify: async (context) => {
      note("identify", context);
      return { name: "Ada" };
    },
    timezone: async (context) => {
      note("timezone", context);
      return "UTC";
    },
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: {
          word: list({
            optional: true,
            options: (context) => {
              note("options", context);
              return ["a"];
            },
          }),
        },
        fields: async (context) => {
          note("fields", context);
          return {};
        },
        validateFilter: async (context) => note("validateFilter", context),
        rows: (context) => {
          note("rows", context);
          return [];
        },
      }),
    }),
  });
  const service = await startApp([connector]);
  const account = { token: "a-secret-token" };
  const source = { source: "rows", account };
  for (const [path, body] of [
    ["/validate", { id: "token", fields: account }],
    ["/timezone", { account }],
    ["/datalist", { ...source, field: "word" }],
    ["/schema", source],
    ["/", source],
  ] as const)
    expect([path, (await service.post(path, body)).status]).toStrictEqual([path, 200]);
  await service.app.close();
  expect(new Set(seen.map(([callback]) => callback))).toStrictEqual(
    new Set(["identify", "timezone", "options", "fields", "validateFilter", "rows"]),
  );
  const [, first = {}] = seen[0] ?? [];
  for (const [callback, context] of seen) {
    const copy = { ...context, page: 1 };
    for (const name of ["account", "caller", "http", "log", "requestId", "signal"])
      expect([
        callback,
        name,
        Reflect.get(copy, name) === Reflect.get(context, name),
        name in copy,
      ]).toStrictEqual([callback, name, true, true]);
    expect(Reflect.get(copy, "signal")).toBeInstanceOf(AbortSignal);
    // V8 keeps a pair of accessors in the old generation. A pair of its own would retain each request there.
    expect(gettersOf(context)).toStrictEqual(gettersOf(first));
  }
});

/** Returns the getters of the members that are created on first access; equal only if they are the same functions. */
function gettersOf(context: object): unknown[] {
  return ["http", "signal"].map((name) =>
    Reflect.get(Object.getOwnPropertyDescriptor(context, name) ?? {}, "get"),
  );
}
