import type { JSX } from "preact";
import { changeView } from "../app/view.js";
import { visibleText } from "../text/visible-text.js";
import type { SourceInfo } from "./application.js";

/** Props of `SourceSection`: the sources of a connector. */
export interface SourceSectionProps {
  readonly sources: readonly SourceInfo[];
  readonly chosen: SourceInfo | undefined;
}

/** Lets the user choose a source. */
export function SourceSection({ sources, chosen }: SourceSectionProps): JSX.Element {
  return (
    <section class="step" aria-labelledby="source-title">
      <h2 id="source-title">Source</h2>
      {sources.length === 0 ? <p class="empty">The connector lists no sources.</p> : null}
      {sources.length > 8 ? (
        <div class="field">
          <label class="visually-hidden" for="source">
            Source
          </label>
          <select
            id="source"
            value={chosen?.id ?? ""}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {sources.map(({ id, name }) => (
              <option key={id} value={id}>
                {visibleText(name, 80)}
              </option>
            ))}
          </select>
          <p class="about">{visibleText(chosen?.description ?? "", 300)}</p>
        </div>
      ) : (
        <ul class="sources">
          {sources.map(({ id, name, description }) => (
            <li key={id}>
              <label class={`source ${id === chosen?.id ? "chosen" : ""}`}>
                <input type="radio" name="source" checked={id === chosen?.id} onChange={() => choose(id)} />
                <span>
                  <bdi>{visibleText(name, 80)}</bdi>
                  {description === "" || id !== chosen?.id ? null : (
                    <span class="about clamp">{visibleText(description, 200)}</span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function choose(id: string): void {
  changeView({ source: id, filter: {}, chart: undefined });
}
