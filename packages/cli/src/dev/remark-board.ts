import type { ListRemark, UpstreamCall } from "@wellhead/mcp";
import type { ReportedRemark } from "./messages.js";

/** Maximum number of remarks and of ended requests that are kept. */
const maxKept = 200;

/** Milliseconds after the last row until the process of the revision must have reported the end. */
const endTimeoutMs = 2000;

/** What has been reported about the lists that requests for rows have read. */
export class RemarkBoard {
  readonly #remarks: ReportedRemark[] = [];
  readonly #ended = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  /**
   * Adds a remark.
   *
   * @param remark - The remark
   * @returns Whether it says something that was not said before
   */
  add(remark: ReportedRemark): boolean {
    const isKnown = this.#remarks.some((one) => one.remark === remark.remark);
    this.#remarks.push(remark);
    if (this.#remarks.length > maxKept) this.#remarks.shift();
    return !isKnown;
  }

  /**
   * Notes that a request for rows has ended. All remarks about it have been added.
   *
   * @param requestId - Its id
   */
  end(requestId: string): void {
    this.#ended.add(requestId);
    const [oldest = ""] = this.#ended;
    if (this.#ended.size > maxKept) this.#ended.delete(oldest);
    this.#waiting.get(requestId)?.();
  }

  /**
   * Returns the remarks about a request for rows, once it has ended.
   *
   * @param requestId - Its id
   * @param calls - Returns the calls to upstreams
   * @param isWhole - Whether all rows were read
   * @returns The remarks
   */
  async find(
    requestId: string,
    { calls, isWhole }: { readonly calls: () => readonly UpstreamCall[]; readonly isWhole: boolean },
  ): Promise<readonly ListRemark[]> {
    await this.#untilEnded(requestId);
    const own = calls().filter((call) => call.requestId === requestId);
    return this.#remarks
      .filter((one) => one.requestId === requestId)
      .flatMap((one) => {
        const remark = sentenceOf(one, isWhole ? own : undefined);
        const { method, host, path, query = "" } = one;
        return remark === undefined ? [] : [{ request: `${method} ${host}${path}${query}`, remark }];
      });
  }

  async #untilEnded(requestId: string): Promise<void> {
    if (this.#ended.has(requestId)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, endTimeoutMs);
      this.#waiting.set(requestId, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#waiting.delete(requestId);
  }
}

/** A page that the connector may request itself was not, if no other request has its path. */
function sentenceOf(
  { remark, host, path, query, sent }: ReportedRemark,
  calls: readonly UpstreamCall[] | undefined,
): string | undefined {
  if (typeof remark === "string") return remark;
  const isFollowed = calls?.some(
    (call) => call.host === host && call.path === path && (call.query !== query || call.sent !== sent),
  );
  return isFollowed === false
    ? `A list may be incomplete: the response announces another page in ${remark.announcedIn}, and no other page of ${path} was requested. Read the list with http.pages() and a paging.`
    : undefined;
}
