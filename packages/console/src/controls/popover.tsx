import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { placePanel } from "./place-panel.js";

/** Props of `Popover`. */
export interface PopoverProps {
  /** Content of the button. */
  readonly button: ComponentChildren;
  readonly buttonClass?: string;
  /** Accessible name of the button. Default: its content. */
  readonly buttonName?: string;
  /** Accessible name of the panel. */
  readonly name: string;
  /** Whether the panel can be opened. Default: true. */
  readonly isReady?: boolean;
  /** Opens the panel by program whenever it becomes true. */
  readonly opened?: boolean;
  /** Called after the panel has closed. */
  readonly onClose?: () => void;
  /** Content of the panel; it exists only while the panel is open. */
  readonly children: (close: () => void) => ComponentChildren;
}

const focusable = "input:not([type=hidden]), textarea, button, a[href], summary, [tabindex='0']";

/**
 * A button and the panel that it opens. The browser closes the panel on Escape and on a click elsewhere, and returns
 * the focus to the button.
 */
export function Popover(props: PopoverProps): JSX.Element {
  const { button, buttonClass = "", buttonName, name, opened = false, isReady = true, children } = props;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const isOpen = useSignal(false);
  const close = (): void => panel.current?.hidePopover();
  useEffect(() => {
    if (opened && panel.current?.matches(":popover-open") === false) panel.current.showPopover();
  }, [opened]);
  // Before the content can be reached: a later focus would take away the one that the user has moved by then.
  useLayoutEffect(() => {
    const { current: frame } = panel;
    if (!isOpen.value || frame === null) return undefined;
    if (enter(frame, anchor.current)) return undefined;
    // The code of the content is still being loaded.
    const observer = new MutationObserver(() => {
      if (enter(frame, anchor.current)) observer.disconnect();
    });
    observer.observe(frame, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isOpen.value]);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        class={buttonClass}
        aria-label={buttonName}
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        popovertarget={id}
        disabled={!isReady}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        class="popover"
        role="dialog"
        aria-label={name}
        popover="auto"
        onToggle={(event) => {
          isOpen.value = event.newState === "open";
          if (event.newState === "closed") props.onClose?.();
        }}
      >
        {isOpen.value ? children(close) : null}
      </div>
    </>
  );
}

/** Places an open panel and focuses its first control. Returns whether it has one. */
function enter(panel: HTMLElement, anchor: HTMLElement | null): boolean {
  if (anchor !== null) placePanel(panel, anchor);
  const first = panel.querySelector<HTMLElement>(focusable);
  first?.focus();
  return first !== null;
}
