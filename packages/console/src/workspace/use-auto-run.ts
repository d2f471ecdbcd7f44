import { useEffect } from "preact/hooks";
import type { Account } from "../account/account.js";
import type { SourceInfo } from "../connectors/application.js";
import { cancelStream, stream } from "../data/stream-state.js";
import { draft, missingFields, startDraft } from "../filter/draft.js";
import { completeView, view } from "../view/view.js";
import { hasRun, runSource } from "./run-source.js";

/**
 * Requests the rows of the source that the address names, as soon as an account is connected and no required field is
 * empty. A stream of another source is cancelled.
 */
export function useAutoRun(base: string, source: SourceInfo | undefined, account: Account | undefined): void {
  const filter = JSON.stringify(view.value.filter);
  useEffect(() => {
    if (source === undefined) return;
    const { base: runningBase, source: running } = stream.peek();
    if (runningBase !== base || running !== source.id) cancelStream();
    startDraft(source.filter, view.peek().filter);
  }, [base, source, filter]);
  useEffect(() => {
    if (source === undefined || account === undefined) return;
    if (missingFields(source.filter, draft.peek()).length > 0) return;
    const target = { base, source, account };
    if (!hasRun(target)) void runSource(target, completeView);
  }, [base, source, filter, account?.key]);
}
