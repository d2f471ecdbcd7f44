/** A board as Trello's API returns it, with more cards and actions than fit on a page. */
export interface TrelloBoard {
  readonly id: string;
  readonly lists: readonly object[];
  readonly labels: readonly object[];
  readonly members: readonly object[];
  /** Sorted from the oldest. */
  readonly cards: ReadonlyArray<{ readonly id: string; readonly closed: boolean } & object>;
  /** Sorted from the oldest. */
  readonly actions: ReadonlyArray<
    { readonly id: string; readonly type: string; readonly date: string } & object
  >;
}

/** Creation time of the board in seconds since 1970. */
const start = Date.UTC(2026, 0, 1) / 1000;

/**
 * Creates an id as Trello does: the creation time in seconds as hexadecimal digits, followed by a number that
 * distinguishes objects of the same second.
 *
 * @param second - Seconds since the board was created
 * @param place - Number that distinguishes objects of the same second
 * @returns 24 digits
 */
function idOf(second: number, place = 0): string {
  return (start + second).toString(16).padStart(8, "0") + place.toString(16).padStart(16, "0");
}

/** Ids of the parts of {@link trelloBoard}. */
export const ids = {
  board: idOf(0),
  hidden: idOf(1),
  todo: idOf(2),
  done: idOf(3),
  old: idOf(4),
  red: idOf(5),
  nameless: idOf(6),
  ada: idOf(7),
  grace: idOf(8),
};

const red = { id: ids.red, name: "Urgent", color: "red" };
const nameless = { id: ids.nameless, name: "", color: "blue" };

/**
 * Creates a board.
 *
 * @param count - Number of its cards and actions
 * @returns The board
 */
export function trelloBoard(count: { readonly cards: number; readonly actions: number }): TrelloBoard {
  return {
    id: ids.board,
    lists: [
      { id: ids.todo, name: "To do", closed: false, pos: 16_384, idBoard: ids.board },
      { id: ids.done, name: "Done", closed: false, pos: 32_768, idBoard: ids.board },
      { id: ids.old, name: "Ideas", closed: true, pos: 65_536, idBoard: ids.board },
    ],
    labels: [red, nameless],
    members: [
      { id: ids.ada, fullName: "Ada", username: "ada1" },
      { id: ids.grace, fullName: "", username: "grace2" },
    ],
    cards: Array.from({ length: count.cards }, (_, index) => ({
      id: idOf(1000 + index * 60, index),
      idShort: index + 1,
      name: `Card ${index + 1}`,
      desc: "",
      closed: index % 10 === 9,
      idList: index % 3 === 0 ? ids.done : ids.todo,
      idMembers: index % 4 === 0 ? [ids.ada] : [],
      members: index % 4 === 0 ? [{ id: ids.ada, fullName: "Ada" }] : [],
      labels: index % 5 === 0 ? [red, nameless] : [],
      start: null,
      due: index % 2 === 0 ? "2026-04-01T10:00:00.000Z" : null,
      dueComplete: false,
      dateLastActivity: new Date((start + index * 3600) * 1000).toISOString(),
      badges: { comments: 1, attachments: 0, checkItems: 4, checkItemsChecked: 2 },
      shortUrl: `https://trello.com/c/${index}`,
    })),
    actions: Array.from({ length: count.actions }, (_, index) => ({
      id: idOf(index * 600, index),
      idMemberCreator: ids.ada,
      type: index % 2 === 0 ? "commentCard" : "updateCard",
      date: new Date((start + index * 600) * 1000 + 250).toISOString(),
      memberCreator: { id: ids.ada, fullName: "Ada", username: "ada1" },
      data:
        index % 2 === 0
          ? { text: `Comment ${index}`, card: { id: idOf(1000), name: "Card 1" }, list: { name: "To do" } }
          : {
              card: { id: idOf(1000), name: "Card 1" },
              listBefore: { name: "To do" },
              listAfter: { name: "Done" },
              old: { idList: idOf(2) },
            },
    })),
  };
}
