import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";

/** Creates a component whose code is loaded when it is first shown. */
export function lazyComponent<Props extends object>(
  load: () => Promise<(props: Props) => JSX.Element | null>,
): FunctionComponent<Props> {
  let loaded: ((props: Props) => JSX.Element | null) | undefined;
  return function Lazy(props: Props): JSX.Element {
    const ready = useSignal(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      void load().then((component) => {
        loaded = component;
        ready.value = true;
      });
    }, []);
    const Component = ready.value ? loaded : undefined;
    return Component === undefined ? <p class="empty">Loading…</p> : <Component {...props} />;
  };
}
