import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
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

const focusable = "input:not([type=hidden]), select, textarea, button, a[href], summary, [tabindex='0']";

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
  useEffect(() => {
    if (!isOpen.value || panel.current === null || anchor.current === null) return;
    placePanel(panel.current, anchor.current);
    panel.current.querySelector<HTMLElement>(focusable)?.focus();
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
