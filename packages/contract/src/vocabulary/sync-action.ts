/** Member of a row that says what becomes of the entity. */
export const syncActionKey = "__syncAction";

/** What happens to an entity: `SET` creates or changes it, `REMOVE` deletes it. */
export type SyncAction = "SET" | "REMOVE";
