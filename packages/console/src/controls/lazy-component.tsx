import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";

/**
 * Creates a component whose code is loaded when it is first shown.
 *
 * @param load - Loads the component
 * @param waiting - Shows what stands in until then. Default: nothing.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<(props: Props) => JSX.Element | null>,
  waiting: () => JSX.Element | null = () => null,
): FunctionComponent<Props> {
  let loaded: ((props: Props) => JSX.Element | null) | undefined;
  return function Lazy(props: Props): JSX.Element | null {
    const ready = useSignal(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      void load().then((component) => {
        loaded = component;
        ready.value = true;
      });
    }, []);
    const Component = ready.value ? loaded : undefined;
    return Component === undefined ? waiting() : <Component {...props} />;
  };
}
