import assert from "node:assert/strict";
import {
  arrayOf,
  bool,
  changedFrom,
  date,
  dateRange,
  dayRange,
  decimal,
  decimalRange,
  type Field,
  highlightText,
  id,
  isWithin,
  link,
  list,
  multiDropdown,
  multiList,
  number,
  password,
  periodEnds,
  range,
  text,
  toOption,
  url,
} from "@wellhead/sdk";

/** Returns the value of a field as a source receives it. */
function accept<Value>(field: Field<Value>, sent: unknown): Value {
  return field.accept(sent, { zone: "UTC", now: new Date("2026-01-15T12:00:00Z") });
}

/** Checks the examples of the fields. */
export function checkFields(): void {
  checkTexts();
  checkChoices();
  checkNumbers();
  checkDates();
}

function checkTexts(): void {
  // #region text
  const repository = text({ title: "Repository", placeholder: "owner/name" });
  // #endregion text
  assert.equal(accept(repository, "ada/engine"), "ada/engine");

  // #region id
  const columns = { id: id(), name: text() };
  // #endregion id
  assert.equal(accept(columns.id, 42), "42");

  // #region bool
  const archived = bool({ title: "With archived items", defaultValue: false });
  // #endregion bool
  assert.equal(accept(archived, "1"), true);

  // #region url
  const server = url({ title: "Server", placeholder: "https://jira.example.org" });
  // #endregion url
  assert.equal(accept(server, "jira.example.org/"), "https://jira.example.org");

  // #region password
  const key = password({ title: "API key" });
  // #endregion password
  assert.equal(accept(key, "abc").reveal(), "abc");

  // #region highlight-text
  const query = highlightText({ title: "Query", editorMode: "sql" });
  // #endregion highlight-text
  assert.equal(accept(query, "SELECT 1"), "SELECT 1");

  // #region link
  const help = link({ title: "Create a token", address: "https://tracker.example/settings/tokens" });
  // #endregion link
  assert.equal(accept(help, "anything"), undefined);

  // #region array-of
  const labels = arrayOf(text({ title: "Labels" }));
  // #endregion array-of
  assert.equal(labels.column, "array[text]");
}

function checkChoices(): void {
  // #region list
  const state = list({ title: "State", choices: ["open", "closed"], optional: true });
  const project = list({
    title: "Project",
    options: ({ http }) =>
      http
        .pages<{ id: number; name: string }>("projects")
        .map(({ id: value, name: title }) => ({ title, value })),
  });
  // #endregion list
  assert.equal(accept(state, "open"), "open");
  assert.equal(accept(project, 7), "7");

  // #region list-requires
  const milestone = list({
    title: "Milestone",
    requires: ["project"],
    options: ({ http, dependsOn }) => http.pages<string>(`projects/${dependsOn.project}/milestones`),
  });
  // #endregion list-requires
  assert.equal(accept(milestone, "M1"), "M1");

  // #region multi-dropdown
  const states = multiDropdown({ title: "States", choices: ["open", "closed", "merged"] });
  // #endregion multi-dropdown
  assert.deepEqual(accept(states, ["open", "merged"]), ["open", "merged"]);

  // #region multi-list
  const kinds = multiList({ title: "Kinds", choices: ["bug", "feature"], optional: true });
  // #endregion multi-list
  assert.deepEqual(accept(kinds, ["bug"]), ["bug"]);

  // #region to-option
  const options = ["open", { title: "Closed", value: "closed" }].map((choice) => toOption(choice));
  // #endregion to-option
  assert.deepEqual(options[0], { title: "open", value: "open" });
}

function checkNumbers(): void {
  // #region number
  const amount = number({ title: "Amount", description: "In euros" });
  // #endregion number
  assert.equal(accept(amount, "12.5"), 12.5);

  // #region range
  const size = range({ title: "Size", optional: true });
  // #endregion range
  assert.deepEqual(accept(size, { _min: 1, _max: 5 }), { min: 1, max: 5 });

  // #region decimal
  const balance = decimal({ title: "Balance" });
  // #endregion decimal
  assert.equal(accept(balance, "9007199254740993.50"), "9007199254740993.5");

  // #region decimal-range
  const price = decimalRange({ title: "Price", optional: true });
  // #endregion decimal-range
  assert.deepEqual(accept(price, { _min: "0.10000000000000000001" }), { min: "0.10000000000000000001" });
}

function checkDates(): void {
  // #region date
  const since = date({ title: "Since", optional: true });
  // #endregion date
  assert.equal(accept(since, "2026-01-31"), "2026-01-31T00:00:00.000Z");

  // #region date-range
  const updated = dateRange({ title: "Updated", defaultValue: "last 7 days", optional: true });
  // #endregion date-range
  assert.equal(accept(updated, { _min: "2026-01-01" })?.min, "2026-01-01T00:00:00.000Z");

  // #region day-range
  const due = dayRange({ title: "Due", optional: true });
  // #endregion day-range
  assert.equal(accept(due, { _min: "2026-01-01" })?.firstDay, "2026-01-01");

  // #region is-within
  const january = { min: "2026-01-01T00:00:00.000Z", max: "2026-01-31T23:59:59.999Z" };
  isWithin("2026-01-15T08:30:00Z", january); // true
  isWithin(null, january); // false: an instant that is missing is outside of every range
  // #endregion is-within
  assert.equal(isWithin("2026-01-15T08:30:00Z", january), true);
  assert.equal(isWithin(null, january), false);

  // #region period-ends
  const day = { min: "2026-01-31T00:00:00.000Z", max: "2026-01-31T23:59:59.999Z" };
  const { max } = periodEnds(day, 6); // { comparison: "<=", text: "2026-01-31T23:59:59.999999Z" }
  // #endregion period-ends
  assert.deepEqual(max, { comparison: "<=", text: "2026-01-31T23:59:59.999999Z" });

  // #region changed-from
  changedFrom(undefined, "2026-01-01T00:00:00.000Z"); // { min: "2026-01-01T00:00:00.000Z" }
  changedFrom({ min: "2026-02-01T00:00:00.000Z" }, "2026-01-01T00:00:00.000Z"); // { min: "2026-02-01T00:00:00.000Z" }
  // #endregion changed-from
  const february = { min: "2026-02-01T00:00:00.000Z" };
  assert.deepEqual(changedFrom(february, january.min), february);
  assert.deepEqual(changedFrom(january, february.min), { ...january, ...february });
  assert.equal(changedFrom(undefined, undefined), undefined);
}
