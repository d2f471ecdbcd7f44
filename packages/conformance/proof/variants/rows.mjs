// Legal differences of rows and columns.
const edit = (change) => (parts) => {
  parts.world.rows = parts.world.rows.map((row, index) => ({ ...row, ...change(row, index) }));
};
const shown = (change) => (parts) => {
  parts.show = (row, about) => ({ ...row, ...change(row, about, parts) });
};
const column = (id, type, change) => (parts) => {
  parts.world.columns[id] = type;
  shown(change)(parts);
};

export const rows = {
  "no rows": (parts) => {
    parts.world.rows = [];
  },
  "one row": (parts) => {
    parts.world.rows = parts.world.rows.slice(0, 1);
  },
  "two rows": (parts) => {
    parts.world.rows = parts.world.rows.slice(0, 2);
  },
  "rows in another order each time": (parts) => {
    const { rows: make } = parts;
    parts.rows = (body) =>
      make(body).toSorted(
        (one, other) =>
          ((one.id.charCodeAt(3) * parts.count) % 7) - ((other.id.charCodeAt(3) * parts.count) % 7),
      );
  },
  "newest rows first": (parts) => {
    parts.world.rows.reverse();
  },
  "a row is added with each request": (parts) => {
    parts.all = () => [
      ...parts.world.rows,
      ...Array.from({ length: parts.count }, (_, at) => ({ ...parts.world.rows[at % 60], id: `n${at}` })),
    ];
  },
  "a row is added now and then": (parts) => {
    parts.all = () => [
      ...parts.world.rows,
      ...Array.from({ length: Math.floor(parts.count / 25) }, (_, at) => ({
        ...parts.world.rows[at % 60],
        id: `n${at}`,
      })),
    ];
  },
  "a row is deleted now and then": (parts) => {
    parts.all = () => parts.world.rows.slice(Math.floor(parts.count / 25));
  },
  "a cell says when it was read": column("read", "text", (_row, _about, parts) => ({
    read: `read ${parts.count}`,
  })),
  "a cell is computed from the chosen rows": column("share", "number", (_row, { chosen }) => ({
    share: 100 / chosen.length,
  })),
  "a cell is the rank among the chosen rows": column("rank", "number", (_row, { index }) => ({
    rank: index + 1,
  })),
  "a cell is blank when a filter is set": shown((row, { filter }) =>
    Object.keys(filter).length > 0 ? { note: null } : { note: row.note },
  ),
  "a cell has its value only when a filter is set": column("detail", "text", (row, { filter }) => ({
    detail: Object.keys(filter).length > 0 ? `detail of ${row.id}` : null,
  })),
  "numeric ids": (parts) => {
    parts.world.columns.id = "number";
    edit((row) => ({ id: Number(row.id.slice(1)) }))(parts);
  },
  "long ids": edit((_row, index) => ({ id: `https://orders.example/orders/${index}?a=b&c=d` })),
  "no ids": (parts) => {
    delete parts.world.columns.id;
    parts.world.rows = parts.world.rows.map(({ id: _id, ...row }) => row);
  },
  "equal rows without ids": (parts) => {
    delete parts.world.columns.id;
    parts.world.rows = [...parts.world.rows.slice(0, 20), ...parts.world.rows.slice(3, 6)].map(
      ({ id: _id, ...row }) => row,
    );
  },
  "nulls are left out": shown((row) => {
    for (const [name, value] of Object.entries(row)) if (value === null) delete row[name];
    return row;
  }),
  "numbers may be missing": edit((row, index) => ({ amount: index % 4 === 0 ? null : row.amount })),
  "dates may be missing": edit((row, index) => ({ created: index % 6 === 0 ? null : row.created })),
  "objects in cells": column("place", "text", (row) => ({ place: { country: row.country, city: row.city } })),
  "no declared columns": (parts) => {
    const { sources } = parts;
    parts.sources = () => sources().map(({ fields: _fields, ...source }) => source);
  },
  "days instead of instants": edit((row) => ({ created: row.created.slice(0, 10) })),
  "instants with an offset": shown((row) => ({
    created: new Date(Date.parse(row.created) + 20_700_000).toISOString().replace("Z", "+05:45"),
  })),
  "local times without a zone": shown((row) => ({
    created: new Date(Date.parse(row.created) + 20_700_000).toISOString().replace("Z", ""),
  })),
  "instants to the second": (parts) => {
    edit((row) => ({ created: `${row.created.slice(0, 19)}Z` }))(parts);
  },
  "texts with a replacement character": edit((_row, index) =>
    index % 9 === 0 ? { note: "\uFFFD in the source" } : {},
  ),
  decimals: edit((row) => ({ amount: row.amount / 10 })),
};
