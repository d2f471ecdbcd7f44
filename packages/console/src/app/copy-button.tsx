import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";

/** A button that copies text and says so. */
export interface CopyButtonProps {
  readonly text: () => string;
  readonly children: ComponentChildren;
  readonly quiet?: boolean;
}

/** Copies to the clipboard; says for a moment that it did, or that the browser would not let it. */
export function CopyButton({ text, children, quiet = true }: CopyButtonProps): JSX.Element {
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    said.value = await navigator.clipboard.writeText(text()).then(
      () => "Copied",
      () => "Not allowed here",
    );
    setTimeout(() => {
      said.value = "";
    }, 1_600);
  };
  return (
    <button type="button" class={quiet ? "quiet" : ""} onClick={() => void copy()}>
      <span aria-live="polite">{said.value || children}</span>
    </button>
  );
}
