import type { EntityOption } from "@wellhead/contract/synchronizer";
import { describe, expect, it } from "vitest";
import { date } from "../fields/date.js";
import type { Column } from "../fields/field.js";
import { id } from "../fields/id.js";
import { number } from "../fields/number.js";
import { relation, userRelation } from "../fields/relation.js";
import { text } from "../fields/text.js";
import { defineConnector } from "./define-connector.js";

const columns = { id: id(), title: text(), updated: date() };

/** Defines a connector with the sources `issues` and `people`, and returns its sources. */
async function sourcesWith(members: object): Promise<ReadonlyMap<string, object>> {
  const people = { name: "People", fields: { id: id(), email: text() }, rows: () => [] };
  return await defineConnector({
    id: "sync",
    name: "Sync",
    version: "1",
    description: "A test",
    sources: (source) => ({
      issues: source({ name: "Issues", fields: columns, rows: () => [], ...members }),
      people: source(people),
    }),
  }).sources();
}

const states = [
  { name: "Open", default: true },
  { name: "Done", final: true },
];

describe("a source that is synchronized", () => {
  it.each<[string, object]>([
    ["a key", { key: ["id", "title"] }],
    ["changes", { changes: { by: "updated", lookback: "30 min", fullEvery: "1.5 d" } }],
    ["deletions", { changes: { by: "updated" }, deleted: () => [] }],
    ["a workflow", { fields: { ...columns, state: text({ subType: "workflow", selectOptions: states }) } }],
    ["a relation", { fields: { ...columns, owner: relation({ to: "people", reverse: "Issues" }) } }],
    [
      "a relation by another column",
      { fields: { o: relation({ to: "people", by: "email", reverse: "I" }) } },
    ],
    ["people of the platform", { fields: { o: userRelation({ by: "email", reverse: "Issues" }) } }],
    [
      "options with colours",
      {
        fields: {
          ...columns,
          tags: text({ subType: "single-select", selectOptions: [{ name: "a", color: "#4fB17d" }] }),
        },
      },
    ],
    ["a day", { fields: { ...columns, due: date({ subType: "day" }) } }],
  ])("may have %s", async (_name, members) => {
    expect((await sourcesWith(members)).get("issues")).toMatchObject(members);
  });

  const workflow = (selectOptions: readonly EntityOption[]): Record<string, Column> => ({
    state: text({ subType: "workflow", selectOptions }),
  });
  it.each<[string, object, string]>([
    ["a key of unknown columns", { key: ["no"] }, 'key: expected columns of the source, got "no"'],
    ["a misspelt key", { key: ["titel"] }, 'columns of the source such as "title", got "titel"'],
    ["misspelt changes", { changes: { by: "update" } }, 'a date column such as "updated", got "update"'],
    [
      "a misspelt shared filter",
      { filter: { team: text() }, sharedFilter: ["taem"] },
      'such as "team", got "taem"',
    ],
    [
      "a relation to a misspelt source",
      { fields: { o: relation({ to: "poeple", reverse: "x" }) } },
      'such as "people", got "poeple"',
    ],
    [
      "a relation by a misspelt column",
      { fields: { o: relation({ to: "people", by: "emial", reverse: "x" }) } },
      'a column of "people" such as "email", got "emial"',
    ],
    ["an empty key", { key: [] }, "key: expected at least one column, got none"],
    [
      "changes without a key",
      { fields: { updated: date() }, changes: { by: "updated" } },
      "sources.issues.key",
    ],
    ["changes by text", { changes: { by: "title" } }, 'changes.by: expected a date column, got "title"'],
    [
      "a lookback in words",
      { changes: { by: "updated", lookback: "long" } },
      "changes.lookback: expected a duration",
    ],
    [
      "a full run in words",
      { changes: { by: "updated", fullEvery: "1" } },
      "changes.fullEvery: expected a duration",
    ],
    ["deletions without changes", { deleted: () => [] }, "deleted: expected `changes`"],
    ["a sub type of another type", { fields: { n: number({ subType: "email" }) } }, "fields.n.subType"],
    ["options of plain text", { fields: { n: text({ selectOptions: states }) } }, "fields.n.selectOptions"],
    ["a workflow without a final state", { fields: workflow([{ name: "a", default: true }]) }, "final: true"],
    ["a workflow without a first state", { fields: workflow([{ name: "a", final: true }]) }, "default: true"],
    [
      "an option without a name",
      { fields: workflow([...states, { name: "" }]) },
      "fields.state.selectOptions.2.name: expected text, got nothing",
    ],
    ...["green", "#0f0", "#00ff0g", "#00ff00ff", " #00ff00", "#00ff00\n"].map(
      (color): [string, object, string] => [
        `a colour such as ${JSON.stringify(color)}`,
        { fields: { tags: text({ subType: "single-select", selectOptions: [{ name: "a", color }] }) } },
        `selectOptions.0.color: expected #RRGGBB, got "${color}"`,
      ],
    ),
    [
      "a currency without a code",
      { fields: { n: number({ subType: "integer", format: { format: "Money", currencyCode: "€" } }) } },
      "fields.n.format.currencyCode: expected three capital letters",
    ],
    [
      "21 decimal digits",
      { fields: { n: number({ format: { format: "Number", precision: 21 } }) } },
      "fields.n.format.precision: expected a whole number from 0 to 20, got 21",
    ],
    ["two options of one name", { fields: workflow([...states, ...states]) }, "a different name"],
    ["a relation to nothing", { fields: { o: relation({ to: "no", reverse: "x" }) } }, 'connector, got "no"'],
    [
      "a relation to a member of objects",
      { fields: { o: relation({ to: "constructor", reverse: "x" }) } },
      "relation.to",
    ],
    [
      "a relation by nothing",
      { fields: { o: relation({ to: "people", by: "no", reverse: "x" }) } },
      'got "no"',
    ],
  ])("may not have %s", async (_name, members, message) => {
    await expect(sourcesWith(members)).rejects.toThrow(message);
  });
});
