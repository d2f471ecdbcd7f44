// Legal lists of options.
const values = (id, change) => (parts) => {
  const { values: make } = parts;
  parts.values = (field, given) =>
    field.id === id ? change(make(field, given), given, parts) : make(field, given);
};
const cells = (id) => (parts) => [...new Set(parts.world.rows.map((row) => row[id]))].sort();

export const options = {
  "no options for anything": (parts) => {
    parts.world.rows = [];
    parts.values = () => [];
  },
  "the same options for every parent": (parts) => {
    parts.world.rows = parts.world.rows.map((row, index) => ({
      ...row,
      member: ["ann", "bob", "cleo"][Math.floor(index / 3) % 3],
    }));
    values("member", () => ["ann", "bob", "cleo"])(parts);
  },
  "the same options for every parent, of a hidden column": (parts) => {
    delete parts.world.columns.member;
    const { all } = parts;
    parts.world.rows = parts.world.rows.map((row, index) => ({
      ...row,
      member: ["ann", "bob", "cleo"][Math.floor(index / 3) % 3],
    }));
    parts.all = all;
    values("member", (_own, given) =>
      given.team === undefined || !cells("team")(parts).includes(given.team) ? [] : ["ann", "bob", "cleo"],
    )(parts);
    parts.show = ({ member: _member, ...row }) => row;
  },
  "options of values that no row has": values("owner", (own) => [...own, "o98", "o99"]),
  "options that are cut": (parts) => {
    parts.world.rows = parts.world.rows.map((row, index) => ({ ...row, owner: `o${index}` }));
    values("owner", (own) => own.slice(0, 55))(parts);
  },
  "more than fifty options": (parts) => {
    parts.world.rows = parts.world.rows.map((row, index) => ({ ...row, owner: `o${index}` }));
  },
  "options in another order": values("owner", (own) => own.toReversed()),
  "numeric options": (parts) => {
    parts.world.rows = parts.world.rows.map((row) => ({ ...row, owner: row.owner.slice(1) }));
    const { option } = parts;
    parts.option = (value) => ({ ...option(value), value: /^\d+$/.test(value) ? Number(value) : value });
  },
  "options with titles that are equal": (parts) => {
    const { option } = parts;
    parts.option = (value) => ({ ...option(value), title: "Somebody", name: "Somebody" });
  },
  "options with further members": (parts) => {
    const { option } = parts;
    parts.option = (value) => ({ ...option(value), group: "all", color: "#00ff00" });
  },
};
