import { Type } from "typebox";

/** Flat account of a request, with its kind in `auth` and its id in `_id`. */
export const accountMember = Type.Optional(
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
    description: "Flat account, its kind in `auth`",
  }),
);

/** Values of the filter form, which all types share. */
export const filterMember = Type.Optional(
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
    description: "Values of the filter fields by id",
  }),
);

/** Ids of the types that the user has chosen. */
export const typesMember = Type.Optional(
  Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: "Ids of the chosen types; absent or empty means all",
  }),
);

/** Member of a request for columns or rows as reports have them. */
export const exactMember = Type.Optional(
  Type.Boolean({
    description:
      "Whether columns and rows are those of the source, as POST / has them: for a copy. An item is then {id, row}",
  }),
);
