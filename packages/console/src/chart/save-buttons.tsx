import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "../controls/icon.js";
import { loadKind } from "./load-kind.js";
import type { PlotPicture } from "./save-plot.js";
import type { PlotFigures } from "./use-plot.js";

/** Props of `SaveButtons`: a chart, and what its picture says. */
export interface SaveButtonsProps {
  readonly figures: PlotFigures;
  readonly picture: PlotPicture;
  /** Whether there is nothing to save. */
  readonly isEmpty: boolean;
}

/** Saves a chart as SVG or PNG. The code for that is loaded then. */
export function SaveButtons({ figures, picture, isEmpty }: SaveButtonsProps): JSX.Element {
  const problem = useSignal("");
  const save = async (format: "svg" | "png"): Promise<void> => {
    problem.value = "";
    try {
      const { spec, answer } = figures;
      const [{ savePlot }, { draw }] = await Promise.all([import("./save-plot.js"), loadKind(spec.kind)]);
      await savePlot(draw(spec, answer, { colors: picture.colors, isSmall: false }), picture, format);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : "Could not save the chart.";
    }
  };
  return (
    <>
      {problem.value === "" ? null : <span role="alert">{problem.value}</span>}
      {(["svg", "png"] as const).map((format) => (
        <button key={format} type="button" class="quiet" disabled={isEmpty} onClick={() => void save(format)}>
          <Icon name="save" /> {format.toUpperCase()}
        </button>
      ))}
    </>
  );
}
