import type { JSX } from "preact";
import { consoleSession } from "../http/console-session.js";

/** Shows the summary of a conformance run of a connector, if the service has its report. */
export function ConformanceNote({ base }: { readonly base: string }): JSX.Element | null {
  const summary = consoleSession.value.conformance.get(base);
  if (summary === undefined) return null;
  const { passed, failed, warned } = summary;
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warned > 0 ? [`${warned} warnings`] : []),
  ];
  return <span class={`health ${failed > 0 ? "bad" : "good"}`}>conformance: {parts.join(", ")}</span>;
}
