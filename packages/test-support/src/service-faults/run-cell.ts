import { askService, type SeenAnswer } from "./ask-cell.js";
import { carriers } from "./carriers.js";
import { connectorOf, type FaultCell, type FaultPoint, pagesBefore } from "./fault-cell.js";
import type { FaultUpstream } from "./fault-upstream.js";
import { judgeForm, judgeRows, type Wanted } from "./judge-answer.js";

/** Options of {@link runCell}. */
export interface RunCellOptions {
  /** Address of the service. */
  readonly url: string;
  readonly upstream: FaultUpstream;
  /** Secret of the account. */
  readonly secret: string;
}

/** The result of a cell. */
export interface RanCell {
  readonly name: string;
  readonly answer: SeenAnswer;
  /** The fault that was found; `undefined` when there is none. */
  readonly fault: string | undefined;
}

/** Maximum number of attempts of a call, and the maximum wait of the service in milliseconds. */
const maximums = { attempts: 3, wait: 1300 };

/**
 * Runs a cell against the service.
 *
 * @param cell - The cell
 * @param options - Service and upstream
 * @returns The result
 */
export async function runCell(cell: FaultCell, options: RunCellOptions): Promise<RanCell> {
  const { fault, index, point, accept } = cell;
  const { upstream, url, secret } = options;
  const kinds = Object.keys(carriers);
  const carrier = kinds[index % kinds.length];
  const account = { auth: "keyed", site: upstream.site(cell), carrier, key: secret };
  const answer = await askService(url, { ...questionOf(cell, account), accept });
  const wanted = wantedOf(cell, upstream);
  const wrong = isForm(point) ? judgeForm(answer, wanted) : judgeRows(answer, accept, wanted);
  const attempts = judgeAttempts(cell, upstream);
  return { name: `${fault.title}, ${point}, ${accept}`, answer, fault: wrong ?? attempts };
}

function isForm(point: FaultPoint): boolean {
  return point === "validate" || point === "datalist";
}

function questionOf(
  { index, point }: FaultCell,
  account: object,
): { readonly path: string; readonly body: object } {
  const base = `/${connectorOf(index)}`;
  if (point === "validate") return { path: `${base}/validate`, body: { id: "keyed", fields: account } };
  if (point === "datalist") return { path: `${base}/datalist?source=pages&field=pick`, body: account };
  return { path: `${base}/`, body: { source: "pages", account } };
}

/** Derives the expected response from the fault and from the maximum number of attempts. */
function wantedOf(cell: FaultCell, upstream: FaultUpstream): Wanted {
  const { fault, point } = cell;
  const before = Array.from({ length: pagesBefore(point) }, (_, page) => String(page));
  const isFirstCall = point === "first page" || point === "inside page 1";
  // Before the first call has returned anything, the caller can just as well retry, so the service waits half as long.
  const long = fault.waits?.find((wait) => wait > (isFirstCall ? maximums.wait / 2 : maximums.wait));
  const isGivenUp = long !== undefined || attemptsOf(cell) > maximums.attempts;
  const code =
    fault.code ?? (isGivenUp ? givenUpCode(fault.title.includes(" 503 ") ? undefined : long) : undefined);
  const found =
    isGivenUp && fault.code === undefined ? [] : (fault.ids ?? (fault.code === undefined ? ["1"] : []));
  const ids = [...before, ...found, ...(upstream.wentOn(cell) ? ["last"] : [])];
  return {
    code: long === undefined || long <= maximums.wait ? code : "rate_limited",
    ids,
    isUnderWay: ids.length > 0,
    retryAfter: long === undefined || fault.isWaitAssumed === true ? undefined : long / 1000,
  };
}

/** Returns the number of requests for the faulty page that the scenario takes. */
function attemptsOf({ fault, point }: FaultCell): number {
  return (
    fault.requests -
    ((fault.pages ?? 1) - 1) +
    (point === "inside page 1" && fault.code === undefined ? 1 : 0)
  );
}

function givenUpCode(wait: number | undefined): string {
  return wait === undefined ? "upstream_unavailable" : "rate_limited";
}

function judgeAttempts({ fault, ...cell }: FaultCell, upstream: FaultUpstream): string | undefined {
  const seen = upstream.attempts({ fault, ...cell });
  const bound = Math.max(maximums.attempts, fault.requests) + (cell.point === "inside page 1" ? 1 : 0);
  return seen > bound ? `expected at most ${bound} requests, got ${seen}` : undefined;
}
