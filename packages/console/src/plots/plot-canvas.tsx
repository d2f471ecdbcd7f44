import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { init } from "./echarts.js";

type EChart = ReturnType<typeof init>;

/** Props of `PlotCanvas`: a drawing, and its description for users of screen readers. */
export interface PlotCanvasProps {
  readonly option: Record<string, unknown>;
  readonly title: string;
}

/** Shows a drawing, which follows the size of the element. */
export function PlotCanvas({ option, title }: PlotCanvasProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<EChart | undefined>(undefined);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const drawn = init(frame.current, undefined, { renderer: "svg" });
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.resize());
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
      drawn.dispose();
    };
  }, []);
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option]);
  return <div ref={frame} class="plot" role="img" aria-label={title} />;
}
