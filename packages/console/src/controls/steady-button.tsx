import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** How long a new meaning is shown before a click has it: longer than a double click. */
const settleMs = 500;

/** Props of `SteadyButton`. */
export interface SteadyButtonProps {
  /** The meaning of a click now, such as `Run` or `Cancel`. */
  readonly label: string;
  readonly act: () => void;
  readonly class?: string;
  readonly isDisabled?: boolean;
  readonly keyShortcuts?: string;
  /** What follows the label. */
  readonly children?: ComponentChildren;
}

/**
 * A button whose meaning changes while it may be under the pointer, such as one that runs and then cancels. A click in the
 * first half second of a new meaning was aimed at the one before, so it does nothing.
 */
export function SteadyButton(props: SteadyButtonProps): JSX.Element {
  const { label, act, isDisabled = false, keyShortcuts, children } = props;
  const [isSettled, setSettled] = useState(true);
  const last = useRef(label);
  useLayoutEffect(() => {
    if (last.current === label) return undefined;
    last.current = label;
    setSettled(false);
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, [label]);
  return (
    <button
      type="button"
      class={props.class ?? ""}
      disabled={isDisabled}
      aria-disabled={!isSettled}
      aria-keyshortcuts={keyShortcuts}
      onClick={() => {
        if (isSettled) act();
      }}
    >
      {label}
      {children}
    </button>
  );
}
