import { readApplication } from "@wellhead/client";
import { expect, test } from "vitest";
import { pageApplication } from "../../connect/connectors/application.js";
import type { ConnectorEntry } from "../../connect/connectors/connector-entries.js";
import { railGroups } from "./rail-groups.js";

function entry(base: string, name: string, sources: readonly string[]): ConnectorEntry {
  const listedSources = sources.map((id) => ({ id, name: `The ${id}` }));
  const application = pageApplication(readApplication({ name, sources: listedSources }));
  return {
    base,
    status: "ready",
    application,
    latency: 1,
    problem: "",
    isUnconfirmed: false,
  };
}

const entries = [
  entry("/tea/", "Tea", ["orders", "gardens"]),
  entry("/bikes/", "Bikes", ["trips", "orders"]),
];

function listed(search: string, open?: string): readonly string[] {
  return railGroups(entries, search, open).map(
    ({ entry: { base }, sources }) => `${base} ${sources.map(({ id }) => id).join(",")}`,
  );
}

test("`railGroups()` lists every connector, and the sources of the open one", () => {
  expect(listed("", "/tea/")).toEqual(["/tea/ orders,gardens", "/bikes/ "]);
});

test("`railGroups()` finds sources of all connectors that have every word", () => {
  expect(listed("ORDERS", "/tea/")).toEqual(["/tea/ orders", "/bikes/ orders"]);
  expect(listed("bikes orders", "/tea/")).toEqual(["/bikes/ orders"]);
  expect(listed("nothing like it", "/tea/")).toEqual([]);
  // An address may contain any digits, so it finds a connector and not all of its sources.
  expect(listed("/bikes/")).toEqual(["/bikes/ "]);
});
