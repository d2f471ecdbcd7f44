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

/** What is judged in one go: the judge reads the rows of one source. */
export interface JudgeRound {
  /** Id of the source. Default: the first that can be read. */
  readonly source: string | undefined;
  /** Ids or areas of requirements. Default: all. */
  readonly only: readonly string[];
}

/** A judgement of one source or of several. */
export interface SourcesJudgement extends Omit<Judgement, "findings"> {
  readonly findings: ReadonlyArray<Judgement["findings"][number] & { readonly source: string }>;
}

/** A run of the judge, which goes on when the call that began it has been answered. */
export class JudgeRun {
  /** The arguments of the run, and the revision that it judges. */
  readonly key: string;
  readonly judgement: Promise<SourcesJudgement>;
  readonly startedMs: number;
  judged = 0;
  /** Number of requirements of the rounds that have begun; 0 until the first requirement has been judged. */
  total = 0;
  readonly #now: () => number;
  readonly #rounds: readonly JudgeRound[];
  readonly #ended = new AbortController();
  /** When the judge began with the requirements that it is judging, by their ids. */
  readonly #judging = new Map<string, number>();
  #round = 0;

  /**
   * @param key - The arguments of the run, and the revision that it judges
   * @param judge - Judges one round
   * @param options - Returns the current time in milliseconds; the rounds, at least one
   */
  constructor(
    key: string,
    judge: (round: JudgeRound, events: JudgeEvents) => Promise<Judgement>,
    { now, rounds }: { readonly now: () => number; readonly rounds: readonly JudgeRound[] },
  ) {
    this.key = key;
    this.#now = now;
    this.#rounds = rounds;
    this.startedMs = now();
    this.judgement = this.#judgeAll(judge);
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
    const source = this.#rounds[this.#round]?.source;
    const part =
      source === undefined
        ? ""
        : ` of the source "${source}" (part ${this.#round + 1} of ${this.#rounds.length})`;
    return `${of} been judged in ${this.#secondsSince(this.startedMs)} s; it is judging ${waiting || "nothing yet: it reads the description and some rows first"}${part}`;
  }

  /** Ends the run after the requirements that it is judging. */
  end(): void {
    this.#ended.abort();
  }

  async #judgeAll(
    judge: (round: JudgeRound, events: JudgeEvents) => Promise<Judgement>,
  ): Promise<SourcesJudgement> {
    const judgements: SourcesJudgement[] = [];
    for (const [index, round] of this.#rounds.entries()) {
      this.#ended.signal.throwIfAborted();
      this.#round = index;
      const judgement = await judge(round, this.#events());
      const findings = judgement.findings.map((finding) => ({ source: round.source ?? "", ...finding }));
      const headline = index === 0 ? judgement.headline : `Source "${round.source}": ${judgement.headline}`;
      judgements.push({ ...judgement, headline, findings });
    }
    return joined(judgements);
  }

  #events(): JudgeEvents {
    const before = { judged: this.judged, total: this.total };
    return {
      signal: this.#ended.signal,
      onJudging: (id) => this.#judging.set(id, this.#now()),
      onJudged: (judged, total, id) => {
        this.judged = before.judged + judged;
        this.total = before.total + total;
        this.#judging.delete(id);
      },
    };
  }

  #secondsSince(sinceMs: number): number {
    return Math.round((this.#now() - sinceMs) / 1000);
  }
}

function joined(judgements: readonly SourcesJudgement[]): SourcesJudgement {
  const counts: Record<string, number> = {};
  for (const judgement of judgements)
    for (const [verdict, count] of Object.entries(judgement.counts))
      counts[verdict] = (counts[verdict] ?? 0) + count;
  return {
    headline: judgements.map(({ headline }) => headline).join("\n"),
    counts,
    findings: judgements.flatMap(({ findings }) => findings),
  };
}
