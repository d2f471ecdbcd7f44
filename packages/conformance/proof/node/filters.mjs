import { people, projectIds, tasks } from "./data.mjs";
import { fault, serious, wrap } from "./fault.mjs";

const areas = ["filters", "data", "datalist", "dates"];

/** Faults of filters and of the options to choose from. */
export const faults = [
  serious("list-ignored", "The list filter project is never applied", areas, (parts) => {
    parts.tests.project = () => true;
  }),
  serious("static-list-ignored", "The list filter team is never applied", areas, (parts) => {
    parts.tests.team = () => true;
  }),
  serious("multi-ignored", "The filter of several values is never applied", areas, (parts) => {
    parts.tests.labels = () => true;
  }),
  serious("multi-first-only", "Of several values only the first is used", areas, (parts) => {
    parts.tests.labels = (row, value) =>
      row.labels.includes(Array.isArray(value) ? value[0] : String(value).split(",")[0]);
  }),
  serious("multi-last-only", "Of several values only the last is used", areas, (parts) => {
    parts.tests.labels = (row, value) => row.labels.includes([value].flat().at(-1));
  }),
  serious("bool-ignored", "The bool filter is never applied", areas, (parts) => {
    parts.tests.done = () => true;
  }),
  fault("one-is-not-true", "1 in a bool filter counts as false", areas, (parts) => {
    parts.tests.done = (row, value) => row.done === (value === true);
  }),
  serious("bool-reversed", "true gives the rows that are not done", areas, (parts) => {
    parts.tests.done = (row, value) => row.done !== Boolean(value);
  }),
  serious("number-ignored", "The number filter is never applied", areas, (parts) => {
    parts.tests.hours = () => true;
  }),
  fault("number-as-text", "Numbers that arrive as text are compared as text", areas, (parts) => {
    parts.tests.hours = (row, value) =>
      typeof value === "string" ? String(row.hours) >= value : row.hours >= value;
  }),
  serious("text-ignored", "The text filter is never applied", areas, (parts) => {
    parts.tests.title = () => true;
  }),
  serious("date-ignored", "The date filter is never applied", areas, (parts) => {
    parts.tests.created = () => true;
  }),
  serious("date-max-ignored", "The end of a date range is never applied", areas, (parts) => {
    wrap(
      parts,
      "inRange",
      (before) => (text, value) => before(text, typeof value === "object" ? { _min: value._min } : value),
    );
  }),
  serious("date-min-ignored", "The beginning of a date range is never applied", areas, (parts) => {
    wrap(
      parts,
      "inRange",
      (before) => (text, value) => before(text, typeof value === "object" ? { _max: value._max } : value),
    );
  }),
  serious("single-day-ignored", "A single day in a date filter is ignored", areas, (parts) => {
    wrap(
      parts,
      "inRange",
      (before) => (text, value) => (typeof value === "string" ? true : before(text, value)),
    );
  }),
  serious("max-day-lost", "A range that ends on a day without a time loses that day", areas, (parts) => {
    wrap(parts, "instant", (before) => (text) => before(text, false));
  }),
  serious("null-end-is-epoch", "An open end that is null is read as 1970", areas, (parts) => {
    parts.inRange = (text, value) => {
      const at = Date.parse(text);
      const [min, max] = typeof value === "object" ? [value._min, value._max] : [value, value];
      if (min !== undefined && at < new Date(min).getTime()) return false;
      return max === undefined || at <= new Date(max).getTime();
    };
  }),
  fault("absent-end-crashes", "A range without its end is answered with 500", areas, (parts) => {
    wrap(parts, "inRange", (before) => (text, value) => {
      if (typeof value === "object") value._max.toString();
      return before(text, value);
    });
  }),
  fault("null-end-crashes", "An open end that is null is answered with 500", areas, (parts) => {
    wrap(parts, "inRange", (before) => (text, value) => {
      if (typeof value === "object" && value._max === null) value._max.slice(0, 10);
      return before(text, value);
    });
  }),
  serious("offset-ignored", "The offset of an instant is cut off", areas, (parts) => {
    wrap(parts, "instant", (before) => (text, end) => before(text.replace(/(?:Z|[+-]\d\d:\d\d)$/, ""), end));
  }),
  serious("dependent-ignored", "Options of member do not depend on the team", areas, (parts) => {
    wrap(
      parts,
      "options",
      (before) => (query) => (query.field === "member" ? Object.values(people).flat() : before(query)),
    );
  }),
  serious("dependent-reversed", "Options of member are those of the other teams", areas, (parts) => {
    wrap(
      parts,
      "options",
      (before) => (query) =>
        query.field === "member"
          ? Object.values(people)
              .flat()
              .filter((one) => !people[query.team]?.includes(one))
          : before(query),
    );
  }),
  fault(
    "options-are-labels",
    "The datalist gives labels that the filter does not take as values",
    areas,
    (parts) => {
      wrap(
        parts,
        "options",
        (before) => (query) =>
          query.field === "project" ? before(query).map((id) => `Project ${id}`) : before(query),
      );
    },
  ),
  fault("options-twice", "Every option is in the list twice", areas, (parts) => {
    wrap(parts, "options", (before) => (query) => before(query).flatMap((one) => [one, one]));
  }),
  fault("datalist-404", "The datalist that GET / promises answers 404", areas, (parts) => {
    delete parts.routes["POST /datalist"];
  }),
  fault("datalist-enveloped", "Options come inside an object", areas, (parts) => {
    wrap(parts, "datalist", (before) => async (...given) => ({ items: await before(...given) }));
  }),
  fault("datalist-bare-text", "Options are bare texts", areas, (parts) => {
    wrap(
      parts,
      "datalist",
      (before) =>
        async (...given) =>
          (await before(...given)).map(({ value }) => value),
    );
  }),
  fault("datalist-no-value", "Options have an id instead of a value", areas, (parts) => {
    wrap(
      parts,
      "datalist",
      (before) =>
        async (...given) =>
          (await before(...given)).map(({ value }) => ({ title: value, id: value })),
    );
  }),
  serious("datalist-open", "The datalist is given to a wrong account", [...areas, "security"], (parts) => {
    wrap(
      parts,
      "datalist",
      () => async (query) => parts.options(query).map((value) => ({ title: value, value })),
    );
  }),
  serious(
    "datalist-empty-on-401",
    "A wrong account gets an empty list of options",
    [...areas, "security"],
    (parts) => {
      wrap(
        parts,
        "datalist",
        (before) =>
          async (...given) =>
            before(...given).catch(() => []),
      );
    },
  ),
  fault("datalist-crash-unknown", "An unknown field is answered with 500", [...areas, "errors"], (parts) => {
    wrap(parts, "options", (before) => (query) => {
      if (!["project", "member"].includes(query.field)) return undefined.map();
      return before(query);
    });
  }),
  serious("filter-leaks", "A filter stays set for the next request", areas, (parts) => {
    let last = {};
    wrap(parts, "matches", (before) => (row, filter) => {
      last = { ...last, ...filter };
      return before(row, last);
    });
  }),
  serious("filtered-has-more", "Without a filter only the rows of the first page come", areas, (parts) => {
    wrap(parts, "page", () => (rows) => (rows.length === tasks.length ? rows.slice(0, 20) : rows));
  }),
  fault(
    "wrong-number-crashes",
    "Text in a number filter is answered with 500",
    [...areas, "errors"],
    (parts) => {
      parts.number = (value) => {
        if (Number.isNaN(Number(value))) throw new TypeError("value.toFixed is not a function");
        return Number(value);
      };
    },
  ),
  fault("empty-text-is-value", "An empty text in a list filter matches nothing", areas, (parts) => {
    parts.isEmpty = (value) => value === undefined || value === null;
  }),
  fault("filter-null-crashes", "A filter of null is answered with 500", [...areas, "errors"], (parts) => {
    wrap(parts, "data", (before) => (body) => {
      Object.keys(body.filter);
      return before(body);
    });
  }),
  serious("or-instead-of-and", "Two filters give the rows of either", areas, (parts) => {
    parts.matches = (row, filter) => {
      const set = Object.keys(parts.tests).filter((id) => !parts.isEmpty(filter[id]));
      return set.length === 0 || set.some((id) => parts.tests[id](row, filter[id]));
    };
  }),
  serious("first-filter-only", "Of two filters only the first is applied", areas, (parts) => {
    parts.matches = (row, filter) => {
      const [first] = Object.keys(parts.tests).filter((id) => !parts.isEmpty(filter[id]));
      return first === undefined || parts.tests[first](row, filter[first]);
    };
  }),
  fault("project-option-gone", "A value of the datalist is refused as a filter", areas, (parts) => {
    parts.tests.project = (row, value) => {
      if (value === projectIds[0]) throw Object.assign(new Error("No such project"), { status: 400 });
      return row.project === value;
    };
  }),
];
