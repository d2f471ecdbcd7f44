/** What the judge found. */
export interface Judgement {
  readonly headline: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Requirements that are not met, warn or could not be judged. */
  readonly findings: ReadonlyArray<{
    readonly id: string;
    readonly level: string;
    readonly verdict: string;
    readonly requirement: string;
    readonly found: string;
    readonly fix: string;
  }>;
}

/** What a run reports while it judges. */
export interface JudgeEvents {
  /** Aborted when the run is to end. */
  readonly signal: AbortSignal;
  /** Called before each requirement with its id. */
  readonly onJudging: (id: string) => void;
  /** Called after each requirement with the number of those judged so far, of all, and its id. */
  readonly onJudged: (judged: number, total: number, id: string) => void;
}

/** A run of the judge, which goes on when the call that began it has been answered. */
export class JudgeRun {
  /** The arguments of the run, and the revision that it judges. */
  readonly key: string;
  readonly judgement: Promise<Judgement>;
  readonly startedMs: number;
  /** Ids of the sources whose rows it may not judge. */
  readonly unjudged: readonly string[];
  judged = 0;
  /** 0 until the first requirement has been judged. */
  total = 0;
  readonly #now: () => number;
  readonly #ended = new AbortController();
  /** When the judge began with the requirements that it is judging, by their ids. */
  readonly #judging = new Map<string, number>();

  /**
   * @param key - The arguments of the run, and the revision that it judges
   * @param judge - Judges
   * @param options - Returns the current time in milliseconds; the sources whose rows it may not judge
   */
  constructor(
    key: string,
    judge: (events: JudgeEvents) => Promise<Judgement>,
    { now, unjudged }: { readonly now: () => number; readonly unjudged: readonly string[] },
  ) {
    this.key = key;
    this.#now = now;
    this.unjudged = unjudged;
    this.startedMs = now();
    this.judgement = judge({
      signal: this.#ended.signal,
      onJudging: (id) => this.#judging.set(id, now()),
      onJudged: (judged, total, id) => {
        this.judged = judged;
        this.total = total;
        this.#judging.delete(id);
      },
    });
    // It may end between two calls. The next one is told.
    this.judgement.catch(() => undefined);
  }

  /** What the run waits for: requirements, and for how many seconds. */
  get waitingFor(): ReadonlyArray<{ readonly id: string; readonly seconds: number }> {
    return [...this.#judging].map(([id, since]) => ({ id, seconds: this.#secondsSince(since) }));
  }

  /** How far the run is, as a sentence without its full stop. */
  get progress(): string {
    const waiting = this.waitingFor.map(({ id, seconds }) => `${id} for ${seconds} s`).join(", ");
    const of = this.total === 0 ? "no requirement has" : `${this.judged} of ${this.total} requirements have`;
    return `${of} been judged in ${this.#secondsSince(this.startedMs)} s; it is judging ${waiting || "nothing yet: it reads the description and some rows first"}`;
  }

  /** Ends the run after the requirements that it is judging. */
  end(): void {
    this.#ended.abort();
  }

  #secondsSince(sinceMs: number): number {
    return Math.round((this.#now() - sinceMs) / 1000);
  }
}
