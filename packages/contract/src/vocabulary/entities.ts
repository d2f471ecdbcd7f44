/** Types that a field of an entity may have. */
export const entityFieldTypes = ["id", "text", "number", "date", "array[text]"] as const;

/** Type of a field of an entity. */
export type EntityFieldType = (typeof entityFieldTypes)[number];

/** Sub types of a field, by the types that may have them. */
export const entitySubTypes = {
  text: [
    "boolean",
    "url",
    "md",
    "html",
    "single-select",
    "email",
    "date-range",
    "date-time-range",
    "workflow",
    "file",
    "avatar",
    "title",
    "icon",
    "location",
  ],
  number: ["integer"],
  date: ["day"],
  "array[text]": ["multi-select", "file"],
  id: [],
} as const satisfies Readonly<Record<EntityFieldType, readonly string[]>>;

/** Sub type of a field of an entity. */
export type EntitySubType = (typeof entitySubTypes)[EntityFieldType][number];

/** Member of a row that says what becomes of the entity. */
export const syncActionKey = "__syncAction";

/** What happens to an entity: `SET` creates or changes it, `REMOVE` deletes it. */
export type SyncAction = "SET" | "REMOVE";
