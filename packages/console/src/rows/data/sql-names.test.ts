import { readApplication } from "@wellhead/client";
import { expect, test } from "vitest";
import { pageApplication } from "../../connect/connectors/application.js";
import type { ConnectorEntry } from "../../connect/connectors/connector-entries.js";
import { firstStatement, nameConnectors } from "./sql-names.js";

function entry(id: string): ConnectorEntry {
  const application = pageApplication(readApplication({ id, name: id, sources: [{ id: "orders" }] }));
  return {
    base: `/${id}/`,
    status: "ready",
    application,
    latency: 1,
    problem: "",
    isUnconfirmed: false,
  };
}

test("`nameConnectors()` makes names that need no quotes and differ from each other", () => {
  const names = nameConnectors(["tea", "Tea!", "4 seasons", "北京", "tea_2"].map(entry)).map(
    ({ name }) => name,
  );
  expect(names).toEqual(["tea", "tea_2", "connector_4_seasons", "connector", "tea_2_2"]);
});

test("`firstStatement()` quotes a source whatever its id is", () => {
  expect(firstStatement("tea", 'or"ders')).toBe('select *\nfrom tea."or""ders"\nlimit 100');
});
