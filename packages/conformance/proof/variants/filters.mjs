// Legal ways in which filters choose rows, and in which forms declare them.
const kind = (id, make) => (parts) => {
  const test = parts.kinds[id];
  parts.kinds[id] = (value, field) => make(test(value, field), value);
};
const declared = (id, change) => (parts) => {
  const field = parts.world.fields.find((one) => one.id === id);
  field.declared = change({ ...field.declared });
};
const refuseWithout = (id) => (parts) => {
  const { choose } = parts;
  parts.choose = (filter) => {
    if (filter[id] === undefined || filter[id] === "") throw new parts.Refusal(400, `${id} is missing`);
    return choose(filter);
  };
};
const both =
  (...changes) =>
  (parts) =>
    changes.forEach((change) => change(parts));
const joined = (separator) =>
  both(
    kind("several", (test) => (cell) => test(String(cell).split(separator))),
    (parts) => {
      parts.world.columns.tags = "text";
      parts.world.rows = parts.world.rows.map((row) => ({ ...row, tags: row.tags.join(separator) }));
    },
  );
const texts = (value) => [value].flat().map(String);

export const filters = {
  "rows must have all of several values": kind(
    "several",
    (_test, value) => (cell) => texts(value).every((one) => cell.includes(one)),
  ),
  "several values joined with a comma": joined(", "),
  "several values joined with a semicolon": joined(";"),
  "only the chosen of several values are shown": (parts) => {
    parts.show = (row, { filter }) => ({
      ...row,
      tags: filter.tags === undefined ? row.tags : row.tags.filter((one) => texts(filter.tags).includes(one)),
    });
  },
  "archived rows behind a switch": (parts) => {
    parts.world.fields.push({
      id: "archived",
      kind: "flag",
      column: "none",
      requires: [],
      declared: { id: "archived", title: "archived", type: "bool", optional: true },
    });
    const { choose, world } = parts;
    const old = new Set(world.rows.slice(0, 12));
    parts.choose = ({ archived, ...filter }) =>
      choose(filter).filter((row) => [true, 1, "true", "1"].includes(archived) || !old.has(row));
  },
  "one state is hidden until it is chosen": (parts) => {
    const { choose } = parts;
    parts.choose = (filter) =>
      choose(filter).filter(({ status }) => status !== "void" || filter.status === "void");
  },
  "an exact text": kind("text", (_test, value) => (cell) => cell === String(value)),
  "the beginning of a text": kind(
    "text",
    (_test, value) => (cell) => cell.toLowerCase().startsWith(String(value).toLowerCase()),
  ),
  "a text by its case": kind("text", (_test, value) => (cell) => cell.includes(String(value))),
  "a text in any column": kind(
    "text",
    (_test, value) => (_cell, row) => JSON.stringify(row).toLowerCase().includes(String(value).toLowerCase()),
  ),
  "all words of a text": kind(
    "text",
    (_test, value) => (cell) =>
      String(value)
        .toLowerCase()
        .split(/\s+/)
        .every((one) => cell.toLowerCase().includes(one)),
  ),
  "a minimum": kind("number", (_test, value) => (cell) => cell >= Number(value)),
  "a maximum": kind("number", (_test, value) => (cell) => cell <= Number(value)),
  "more than a number": kind("number", (_test, value) => (cell) => cell > Number(value)),
  "only flagged rows": kind(
    "flag",
    (test, value) => (cell) => [false, 0, "false", "0"].includes(value) || test(cell),
  ),
  "a flag that hides rows": (parts) => {
    const about = { id: "hide_paid", title: "Hide paid", type: "bool", optional: true };
    parts.world.fields.push({ id: "hide_paid", kind: "flag", column: "paid", requires: [], declared: about });
    const { flag } = parts.kinds;
    parts.kinds.flag = (value, id) =>
      id === "hide_paid"
        ? (cell) => ![true, 1, "true", "1"].includes(value) || cell === false
        : flag(value, id);
  },
  "whole days of a range": (parts) => {
    const day = (text, end) => (text ? `${new Date(text).toISOString().slice(0, 10)}T${end}Z` : text);
    const { date } = parts.kinds;
    parts.kinds.date = (value, id) =>
      date(
        typeof value === "object"
          ? { _min: day(value._min, "00:00:00.000"), _max: day(value._max, "23:59:59.999") }
          : value,
        id,
      );
  },
  "ranges only, no single day": (parts) => {
    const { date } = parts.kinds;
    parts.kinds.date = (value, id) => {
      if (typeof value !== "object") throw new parts.Refusal(400, "created is a range");
      return date(value, id);
    };
  },
  "a date filter of a hidden column": (parts) => {
    parts.world.fields.find(({ id }) => id === "created").column = "changed";
    parts.world.rows = parts.world.rows.map((row) => ({
      ...row,
      changed: new Date(Date.parse(row.created) + 259_200_000).toISOString(),
    }));
    const { show } = parts;
    parts.show = (row, about) => {
      const { changed: _changed, created: _created, ...rest } = show(row, about);
      return rest;
    };
    delete parts.world.columns.created;
  },
  "a filter of a hidden column": (parts) => {
    delete parts.world.columns.owner;
    parts.show = ({ owner: _owner, ...row }) => row;
  },
  "a column with the label of the filtered id": (parts) => {
    parts.show = (row) => ({ ...row, owner: parts.world.titles[row.owner] });
  },
  "states by number": (parts) => {
    const states = ["new", "open", "paid", "sent", "done", "void"];
    declared("status", (field) => ({
      ...field,
      data: states.map((title, value) => ({ title, name: title, value: String(value) })),
    }))(parts);
    const { equal } = parts.kinds;
    parts.kinds.equal = (value, id) => equal(id === "status" ? (states[Number(value)] ?? value) : value, id);
  },
  "an option for everything": (parts) => {
    declared("status", (field) => ({
      ...field,
      data: [{ title: "All", name: "All", value: "all" }, ...field.data],
    }))(parts);
    const { equal } = parts.kinds;
    parts.kinds.equal = (value, id) => (id === "status" && value === "all" ? () => true : equal(value, id));
  },
  "an option without rows": declared("status", (field) => ({
    ...field,
    data: [...field.data, { title: "LOST", name: "LOST", value: "lost" }],
  })),
  "an option for rows without a value": (parts) => {
    parts.world.rows = parts.world.rows.map((row, index) => ({
      ...row,
      status: index % 5 === 0 ? null : row.status,
    }));
    declared("status", (field) => ({
      ...field,
      data: [...field.data, { title: "None", name: "None", value: "none" }],
    }))(parts);
    const { equal } = parts.kinds;
    parts.kinds.equal = (value, id) =>
      id === "status" && value === "none" ? (cell) => cell === null : equal(value, id);
  },
  "an option of a group": (parts) => {
    declared("status", (field) => ({
      ...field,
      data: [...field.data, { title: "Closed", name: "Closed", value: "closed" }],
    }))(parts);
    const { equal } = parts.kinds;
    parts.kinds.equal = (value, id) =>
      id === "status" && value === "closed" ? (cell) => cell === "done" || cell === "void" : equal(value, id);
  },
  "a required filter with a default value": both(
    declared("status", ({ optional: _optional, ...field }) => ({
      ...field,
      optional: false,
      required: true,
      defaultValue: "open",
    })),
    refuseWithout("status"),
  ),
  "a required filter that leaves out optional": both(
    declared("team", ({ optional: _optional, ...field }) => field),
    refuseWithout("team"),
  ),
  "filters that leave out optional": (parts) => {
    for (const field of parts.world.fields) delete field.declared.optional;
  },
  "no filters": (parts) => {
    parts.world.fields = [];
  },
  "unknown filters are refused": (parts) => {
    const { choose } = parts;
    parts.choose = (filter) => {
      const other = Object.keys(filter).find((one) => !parts.world.fields.some(({ id }) => id === one));
      if (other !== undefined) throw new parts.Refusal(400, `${other} is not a filter`);
      return choose(filter);
    };
  },
};
