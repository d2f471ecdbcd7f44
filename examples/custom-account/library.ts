// Represents the API of a product: members sign in with a card and a PIN, branches have shelves, shelves have books.

/** A book on a shelf. */
export interface Book {
  readonly id: string;
  readonly title: string;
  readonly added: string;
}

const members: Readonly<Record<string, { readonly pin: string; readonly name: string }>> = {
  "L-100": { pin: "4711", name: "Ada Reader" },
};

const branches: Readonly<Record<string, Readonly<Record<string, readonly Book[]>>>> = {
  harbour: {
    sea: [
      { id: "b1", title: "Knots for Nobody", added: "2026-02-03" },
      { id: "b2", title: "The Patient Tide", added: "2026-09-14" },
    ],
    cooking: [{ id: "b3", title: "Soup Without Fear", added: "2025-11-30" }],
  },
  hill: { stars: [{ id: "b4", title: "Looking Up", added: "2026-06-21" }] },
};

/** Returns the name of a member, or `undefined` when the card and the PIN do not match. */
export async function signIn(card: string, pin: string): Promise<string | undefined> {
  const member = members[card];
  return member?.pin === pin ? member.name : undefined;
}

/** Lists the branches. */
export async function listBranches(): Promise<string[]> {
  return Object.keys(branches);
}

/** Lists the shelves of a branch. */
export async function listShelves(branch: string): Promise<string[]> {
  return Object.keys(branches[branch] ?? {});
}

/** Lists the books of a shelf. */
export async function listBooks(branch: string, shelf: string): Promise<readonly Book[]> {
  return branches[branch]?.[shelf] ?? [];
}
