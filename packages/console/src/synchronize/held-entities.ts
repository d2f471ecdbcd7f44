import { writeExactJson } from "@wellhead/client";
import { isRecord, type JsonRecord } from "../text/record.js";

/** What a run did to the entities of one type. */
export interface EntityChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** One entity that a run added, changed or removed. */
export interface EntityChange {
  readonly type: string;
  readonly id: string;
  readonly kind: keyof EntityChanges;
  /** Names of the fields whose values differ; empty unless it was changed. */
  readonly fields: readonly string[];
}

/** The entities of one type as the page holds them, by id. A platform holds them in a table. */
export class HeldEntities {
  readonly #type: string;
  readonly #texts = new Map<string, string>();
  #seen = new Set<string>();

  /** @param type - Id of the type */
  constructor(type: string) {
    this.#type = type;
  }

  /** Number of entities. */
  get size(): number {
    return this.#texts.size;
  }

  /** Begins a run: what a full run does not send is gone. */
  begin(): void {
    this.#seen = new Set();
  }

  /**
   * Applies the rows of a page, as a platform does.
   *
   * @param rows - The rows; one without an id is left out
   * @returns What they added, changed and removed
   */
  apply(rows: readonly JsonRecord[]): readonly EntityChange[] {
    const changes: EntityChange[] = [];
    for (const { __syncAction: action, ...members } of rows) {
      const id = idOf(members["id"]);
      if (id === "") continue;
      const before = this.#texts.get(id);
      if (action === "REMOVE") {
        if (this.#texts.delete(id)) changes.push(this.#change(id, "removed"));
        continue;
      }
      this.#seen.add(id);
      const text = writeExactJson(members);
      this.#texts.set(id, text);
      if (before === undefined) changes.push(this.#change(id, "added"));
      else if (before !== text) changes.push(this.#change(id, "changed", differingFields(before, text)));
    }
    return changes;
  }

  /**
   * Ends a full run that was read to its end.
   *
   * @returns The entities that no page of it sent, which are removed
   */
  removeUnseen(): readonly EntityChange[] {
    const gone = [...this.#texts.keys()].filter((id) => !this.#seen.has(id));
    for (const id of gone) this.#texts.delete(id);
    return gone.map((id) => this.#change(id, "removed"));
  }

  #change(id: string, kind: EntityChange["kind"], fields: readonly string[] = []): EntityChange {
    return { type: this.#type, id, kind, fields };
  }
}

function idOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function differingFields(before: string, after: string): readonly string[] {
  const [old, current] = [recordIn(before), recordIn(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  return [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(current[name]));
}

function recordIn(text: string): JsonRecord {
  const value: unknown = JSON.parse(text);
  return isRecord(value) ? value : {};
}
