import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";

/** Props of a button that copies text. */
export interface CopyButtonProps {
  readonly text: () => string;
  readonly children: ComponentChildren;
  readonly quiet?: boolean;
}

/** Copies text to the clipboard. Shows briefly whether it worked or the browser denied it. */
export function CopyButton({ text, children, quiet = true }: CopyButtonProps): JSX.Element {
  const outcome = useSignal("");
  const copy = async (): Promise<void> => {
    outcome.value = await navigator.clipboard.writeText(text()).then(
      () => "Copied",
      () => "Not allowed here",
    );
    setTimeout(() => {
      outcome.value = "";
    }, 1_600);
  };
  return (
    <button type="button" class={quiet ? "quiet" : ""} onClick={() => void copy()}>
      <span aria-live="polite">{outcome.value || children}</span>
    </button>
  );
}
