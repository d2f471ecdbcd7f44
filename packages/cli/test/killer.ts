import type { SyncDatabase } from "../src/sync/targets/sync-database.js";

/** Ends a run as SIGKILL does: nothing of the program runs afterwards. */
class Killed extends Error {}

/** Counts what a run does, and kills it at one of its steps. */
export class Killer {
  #steps: number;
  /** Whether the run was killed. */
  isDead = false;

  constructor(steps: number) {
    this.#steps = steps;
  }

  step(): void {
    this.#steps -= 1;
    this.isDead ||= this.#steps < 0;
    if (this.isDead) throw new Killed();
  }
}

/** A database whose user may be killed before and after each statement, and before and after each commit. */
export function killable(database: SyncDatabase, killer: Killer): SyncDatabase {
  const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    killer.step();
    const result = await work();
    killer.step();
    return result;
  };
  return new Proxy(database, {
    get(target, name) {
      if (name === "run") return (sql: string) => around(() => target.run(sql));
      if (name === "append")
        return (...given: Parameters<SyncDatabase["append"]>) => around(() => target.append(...given));
      if (name === "transaction")
        return (work: () => Promise<unknown>) => around(() => target.transaction(work));
      const member: unknown = Reflect.get(target, name, target);
      // Private members belong to the database, not to its proxy.
      return typeof member === "function"
        ? (...given: unknown[]): unknown => Reflect.apply(member, target, given)
        : member;
    },
  });
}
