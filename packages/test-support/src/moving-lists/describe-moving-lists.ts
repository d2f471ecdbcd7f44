import { describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { type Movement, MovingItems, movements } from "./moving-items.js";

/** What a reading returned. */
export interface MovedReading {
  /** Ids of the rows, in their order. */
  readonly ids: readonly number[];
  /** Why the reading ended early: an error, or a marked or cut stream. `undefined` if it ended whole. */
  readonly fault: string | undefined;
}

/** A list that a connector or a kind of paging reads. */
export interface MovingSource {
  /** Number of items; at least three pages. */
  readonly count: number;
  /**
   * Movements after which the list must be read whole, because nothing that the source says leaves a doubt. Default: all.
   */
  readonly whole?: readonly Movement[];
  /**
   * Reads the list from a stand-in, which takes its items from `nextPage` each time it returns a page.
   *
   * @param list - The list
   * @returns What was read
   */
  readonly read: (list: MovingItems) => Promise<MovedReading>;
}

/** Number of borders at the start of a list at which a movement must not end the reading. */
const earlyBorders = 2;
/** Number of borders at which something happens once. */
const maxBorders = isLong ? 12 : earlyBorders;

/** A movement, and the borders at which it happens. */
interface MovementCase {
  readonly movement: Movement;
  readonly name: string;
  /** Whether it happens at the start of the list only. */
  readonly isEarly: boolean;
  readonly at: (border: number) => boolean;
}

/**
 * Tests that no row is lost and none comes twice while a list is read that others change. Something happens at one page
 * border, at each of them in turn, and at all of the first ones. Every row that exists before, during and after the
 * reading must come exactly once, or the reading must end with an error.
 *
 * @param sources - Lists by name
 */
export function describeMovingLists(sources: Readonly<Record<string, MovingSource>>): void {
  const listed = Object.entries(sources).map(([name, source], index) => [name, source, index] as const);
  describe.each(listed)("a list that moves, read by %s,", (_name, source, index) => {
    it("is read whole while nothing happens", async () => {
      const list = new MovingItems(source.count, { movement: "update", at: () => false, seed: 1 });
      const { ids, fault } = await source.read(list);
      expect({ ids: ids.toSorted(byNumber), fault }).toEqual({ ids: list.survivors, fault: undefined });
      expect(list.borders, "the list must have several pages").toBeGreaterThan(1);
    });

    it.each(casesOf(index))(
      "loses and doubles no row by $movement at $name",
      async ({ movement, at, isEarly }) => {
        const seed = movements.indexOf(movement) + 1;
        const list = new MovingItems(source.count, { movement, at, seed });
        const { ids, fault } = await source.read(list);
        // A list that moves near its end, or at most of its borders, may be given up.
        const mustBeWhole = isEarly && (source.whole?.includes(movement) ?? true);
        if (fault !== undefined && !mustBeWhole) return;
        expect(fault).toBeUndefined();
        expect(duplicatesOf(ids), "rows that came twice").toEqual([]);
        const found = new Set(ids);
        expect(
          list.survivors.filter((id) => !found.has(id)),
          "rows that were lost",
        ).toEqual([]);
      },
    );
  });
}

/**
 * Returns each movement at each border and at all of the first ones. In the usual form of the tests, each movement happens
 * once: for one list at a border, for the next one at the first ones; for the third list and later ones, every third does.
 */
function casesOf(list: number): readonly MovementCase[] {
  const borders = Array.from({ length: maxBorders }, (_, index) => index + 1);
  return movements.flatMap((movement, index) => {
    const atOne = borders.map((border) => ({
      movement,
      name: `border ${border}`,
      isEarly: border <= earlyBorders,
      at: (at: number) => at === border,
    }));
    const atAll = {
      movement,
      name: "the first borders",
      isEarly: !isLong,
      at: (at: number) => at <= maxBorders,
    };
    const all = [...atOne, atAll];
    if (isLong) return all;
    const isTurn = list < 2 || (index + list) % 3 === 0;
    return isTurn ? all.filter((_, place) => place === (index + list) % all.length) : [];
  });
}

function byNumber(one: number, other: number): number {
  return one - other;
}

function duplicatesOf(ids: readonly number[]): readonly number[] {
  const seen = new Set<number>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}
