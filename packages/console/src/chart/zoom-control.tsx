import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { GroupAxis } from "./draw/plot-drawing.js";
import { moveWindow, positionAt, stepsOf, type ZoomWindow } from "./zoom-window.js";

/** Props of `ZoomControl`: the axis of a chart and the part of it that is shown. */
export interface ZoomControlProps {
  readonly axis: GroupAxis;
  readonly window: ZoomWindow;
  readonly change: (next: ZoomWindow) => void;
}

/** Shows which part of an axis a chart shows. Each end is a slider, and the part between them can be moved. */
export function ZoomControl({ axis, window, change }: ZoomControlProps): JSX.Element {
  const { start, end } = window;
  const step = 1 / stepsOf(axis);
  return (
    <div class="zoom" role="group" aria-label="Zoom">
      <span aria-hidden="true">{axis.nameOf(positionAt(axis, start))}</span>
      <div class="zoom-track">
        <MovedPart window={window} change={change} />
        <EndSlider
          axis={axis}
          name="First position shown"
          share={start}
          bound={(share) => Math.min(share, end - step)}
          change={(share) => change({ start: share, end })}
        />
        <EndSlider
          axis={axis}
          name="Last position shown"
          share={end}
          bound={(share) => Math.max(share, start + step)}
          change={(share) => change({ start, end: share })}
        />
      </div>
      <span aria-hidden="true">{axis.nameOf(positionAt(axis, end))}</span>
    </div>
  );
}

interface EndSliderProps {
  readonly axis: GroupAxis;
  readonly name: string;
  /** Where the end is, as a share of the axis. */
  readonly share: number;
  /** Keeps a share on its side of the other end. */
  readonly bound: (share: number) => number;
  readonly change: (share: number) => void;
}

function EndSlider({ axis, name, share, bound, change }: EndSliderProps): JSX.Element {
  const steps = stepsOf(axis);
  return (
    <input
      type="range"
      aria-label={name}
      aria-valuetext={axis.nameOf(positionAt(axis, share))}
      min={0}
      max={steps}
      value={Math.round(share * steps)}
      onInput={({ currentTarget }) => {
        const next = bound(Number(currentTarget.value) / steps);
        // The browser also moves the end past the other one.
        currentTarget.value = String(Math.round(next * steps));
        change(next);
      }}
    />
  );
}

/** The part between the ends, which the pointer moves. By keyboard each end is moved. */
function MovedPart({ window, change }: Omit<ZoomControlProps, "axis">): JSX.Element {
  const held = useRef<{ readonly left: number; readonly window: ZoomWindow } | undefined>(undefined);
  const release = (): void => {
    held.current = undefined;
  };
  return (
    <div class="zoom-range">
      <div
        class="zoom-part"
        style={{ left: `${window.start * 100}%`, width: `${(window.end - window.start) * 100}%` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { left: event.clientX, window };
        }}
        onPointerMove={({ clientX, currentTarget }) => {
          if (held.current === undefined) return;
          const width = currentTarget.parentElement?.clientWidth ?? 1;
          change(moveWindow(held.current.window, (clientX - held.current.left) / width));
        }}
        onPointerUp={release}
        onPointerCancel={release}
      />
    </div>
  );
}
