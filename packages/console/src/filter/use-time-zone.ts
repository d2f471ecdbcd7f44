import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Account, flatAccount } from "../connect/account/account.js";
import { validAccount } from "../connect/account/accounts.js";
import { connectorAt } from "../workbench/http/page-connector.js";

/** What the time zone of a field depends on. */
export interface UseTimeZoneProps {
  readonly base: string;
  readonly account: Account | undefined;
  /** Whether the field needs it. */
  readonly asked: boolean;
}

/**
 * Returns the time zone in which the days of a filter start and end: that of the account, or UTC before there is one.
 *
 * @returns The zone; `undefined` while that of the account is not known
 */
export function useTimeZone({ base, account, asked }: UseTimeZoneProps): string | undefined {
  const zone = useSignal<string | undefined>(undefined);
  useEffect(() => {
    zone.value = undefined;
    if (!asked || account === undefined) return undefined;
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      try {
        const valid = flatAccount(await validAccount(account));
        const found = await connectorAt(base).timeZone({
          account: valid,
          validate: false,
          signal: stop.signal,
        });
        if (!stop.signal.aborted) zone.value = found;
      } catch {
        // The run needs the zone too, and shows why it is not known.
      }
    };
    void load();
    return () => stop.abort();
  }, [asked, base, account?.key]);
  return account === undefined ? "Z" : zone.value;
}
