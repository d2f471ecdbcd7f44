import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The visible part of the table, in pixels. */
export interface Viewport {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Tracks the size of an element. The caller must call `look` when it scrolls. */
export function useViewport(frame: { readonly current: HTMLElement | null }): {
  readonly viewport: Viewport;
  readonly look: () => void;
} {
  const viewport = useSignal<Viewport>({ top: 0, left: 0, width: 800, height: 400 });
  const look = (): void => {
    const element = frame.current;
    if (element === null) return;
    const { scrollTop: top, scrollLeft, clientWidth: width, clientHeight: height } = element;
    // A table that is read from right to left has negative positions.
    viewport.value = { top, left: Math.abs(scrollLeft), width, height };
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (frame.current !== null) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return { viewport: viewport.value, look };
}
