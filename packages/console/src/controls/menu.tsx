import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { placePanel } from "./place-panel.js";

/** An item of a menu. */
export interface MenuItem {
  readonly name: string;
  readonly act: () => void;
}

/** Props of `Menu`. */
export interface MenuProps {
  /** Accessible name. */
  readonly name: string;
  /** Id of the element that the menu is placed below. */
  readonly anchorId: string;
  readonly items: readonly MenuItem[];
  /** Called after the menu has closed. */
  readonly close: () => void;
}

/** A menu that is open as long as it exists. Arrow keys move along it, and Escape closes it. */
export function Menu({ name, anchorId, items, close }: MenuProps): JSX.Element {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const anchor = document.getElementById(anchorId);
    panel.current?.showPopover();
    if (panel.current !== null && anchor !== null) placePanel(panel.current, anchor);
    panel.current?.querySelector("button")?.focus();
  }, []);
  const move = (event: KeyboardEvent): void => {
    const buttons = [...(panel.current?.querySelectorAll("button") ?? [])];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const current = buttons.findIndex((button) => button === document.activeElement);
    buttons[(current + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={panel}
      class="popover menu"
      role="menu"
      aria-label={name}
      popover="auto"
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState === "closed") close();
      }}
    >
      {items.map((item) => (
        <button
          key={item.name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            item.act();
            panel.current?.hidePopover();
          }}
        >
          {item.name}
        </button>
      ))}
    </div>
  );
}
