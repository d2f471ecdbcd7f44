import { signal } from "@preact/signals";
import { isUnkept, keepText, readKept } from "../../text/kept-text.js";
import { parseJson, recordsOf, textOf } from "../../text/record.js";

/** A view with a name. Like every address of the page, it contains no account and no password. */
export interface SavedQuestion {
  readonly name: string;
  /** The part of its address after `#`. */
  readonly view: string;
}

/** A run of this tab. */
export interface RecentRun {
  readonly title: string;
  /** The part of its address after `#`. */
  readonly view: string;
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  /** How it ended, in words, such as `Complete, 500 rows`. */
  readonly outcome: string;
}

const questionsKey = "wellhead.questions";
const maxRecent = 20;

/** The questions that this browser keeps, by name. */
export const savedQuestions = signal<readonly SavedQuestion[]>(
  readQuestions(readKept("browser", questionsKey)),
);

/** Returns whether this browser has refused to keep the questions, so that a reload loses them. */
export function areQuestionsUnkept(): boolean {
  return isUnkept(questionsKey);
}

/** The latest runs, the newest first. A reload of the page forgets them. */
export const recentRuns = signal<readonly RecentRun[]>([]);

/** Parses questions of this browser, or of a file. Invalid ones are left out. */
export function readQuestions(text: string): readonly SavedQuestion[] {
  return recordsOf(parseJson(text)).flatMap((record) => {
    const [name, view] = [textOf(record, "name").trim(), textOf(record, "view")];
    return name === "" || view === "" ? [] : [{ name, view }];
  });
}

/** Keeps questions. One with the same name is replaced. */
export function saveQuestions(questions: readonly SavedQuestion[]): void {
  const names = new Set(questions.map(({ name }) => name));
  keep([...savedQuestions.peek().filter(({ name }) => !names.has(name)), ...questions]);
}

/** Forgets a question. */
export function removeQuestion(removed: SavedQuestion): void {
  keep(savedQuestions.peek().filter(({ name }) => name !== removed.name));
}

/** Returns the questions as the text of a file. */
export function questionsFile(): string {
  return JSON.stringify(savedQuestions.peek(), undefined, 2);
}

/** Records a run that has ended. */
export function noteRun(run: RecentRun): void {
  recentRuns.value = [run, ...recentRuns.peek()].slice(0, maxRecent);
}

function keep(questions: readonly SavedQuestion[]): void {
  savedQuestions.value = questions.toSorted((left, right) => left.name.localeCompare(right.name));
  keepText("browser", questionsKey, questionsFile());
}
