import type { StoredIssue, StoredJira } from "./start-jira.js";

const start = Date.parse("2026-01-01T00:00:00Z");
const hour = 3_600_000;

/** A document with a node of every kind that has text. */
const description = {
  type: "doc",
  version: 1,
  content: [
    { type: "heading", content: [{ type: "text", text: "Plan" }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Ask " },
        { type: "mention", attrs: { id: "1", text: "@Grace" } },
        { type: "text", text: " on " },
        { type: "date", attrs: { timestamp: "1767225600000" } },
        { type: "hardBreak" },
        { type: "inlineCard", attrs: { url: "https://example.com/plan" } },
      ],
    },
    {
      type: "bulletList",
      content: ["one", "two"].map((text) => ({
        type: "listItem",
        content: [{ type: "paragraph", content: [{ type: "text", text }] }],
      })),
    },
  ],
};

/** Custom fields. */
const custom = [
  { id: "customfield_10010", name: "Story points", custom: true, schema: { type: "number" } },
  { id: "customfield_10011", name: "Team", custom: true, schema: { type: "option" } },
  { id: "customfield_10012", name: "Sprint", custom: true, schema: { type: "array", items: "json" } },
  { id: "customfield_10013", name: "Place", custom: true, schema: { type: "option-with-child" } },
];

/**
 * Creates issues that were created an hour apart, alternately in two projects. For tests.
 *
 * @param count - Number of issues; the first has a value in every field
 * @returns The content for the test server
 */
export function jiraContent(count: number): StoredJira {
  const issues = Array.from({ length: count }, (_, index): StoredIssue => {
    const time = new Date(start + index * hour).toISOString().replace("Z", "+0000");
    const whole = {
      description,
      duedate: "2026-02-01",
      status: { id: "3", name: "In Progress", statusCategory: { key: "indeterminate" } },
      assignee: { accountId: "5b10", displayName: "Ada" },
      labels: ["old", "wet"],
      timespent: 5400,
      customfield_10010: 3.5,
      customfield_10011: { id: "1", value: "Blue" },
      customfield_10012: [{ id: 1, name: "Sprint 1", state: "active" }],
      customfield_10013: { id: "2", value: "Bonn", child: { id: "3", value: "Rhein" } },
    };
    return {
      id: String(10_000 + index),
      key: `${index % 2 === 0 ? "ENG" : "OPS"}-${index + 1}`,
      fields: { summary: `Story ${index}`, created: time, updated: time, ...(index === 0 && whole) },
    };
  });
  const history = {
    id: "7",
    author: { displayName: "Ada" },
    created: start,
    items: [
      { field: "status", fieldtype: "jira", from: "1", fromString: "Open", to: "3", toString: "In Progress" },
      { field: "labels", fieldtype: "jira", from: null, fromString: "", to: null, toString: "old" },
    ],
  };
  const worklog = {
    id: "9",
    author: { displayName: "Ada" },
    started: "2026-01-01T10:00:00.000+0000",
    created: "2026-01-01T12:00:00.000+0000",
    updated: "2026-01-01T12:00:00.000+0000",
    timeSpentSeconds: 5400,
    comment: description,
  };
  return { issues, fields: custom, changes: { "10000": [history] }, worklogs: { "10000": [worklog] } };
}
