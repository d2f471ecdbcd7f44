import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.js";

/** Props of `Drawer`. */
export interface DrawerProps {
  readonly title: ComponentChildren;
  /** Controls next to the title. */
  readonly actions?: ComponentChildren;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/**
 * A panel for details at the end side of the results. It does not block what it was opened from. Escape closes it, and
 * the focus returns to the element that had it before.
 */
export function Drawer({ title, actions, close, children }: DrawerProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    frame.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      ref={frame}
      class="drawer"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <header class="drawer-head">
        <h2 id={titleId}>{title}</h2>
        <span class="spacer" />
        {actions}
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="drawer-body">{children}</div>
    </div>
  );
}
