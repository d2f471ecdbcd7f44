import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";

/**
 * Creates a component whose code is loaded when it is first shown.
 *
 * @param load - Loads the component
 * @param waiting - Shown until then. Default: nothing.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<(props: Props) => JSX.Element | null>,
  waiting: () => JSX.Element | null = () => null,
): FunctionComponent<Props> {
  let loaded: ((props: Props) => JSX.Element | null) | undefined;
  return function Lazy(props: Props): JSX.Element | null {
    const ready = useSignal(loaded !== undefined);
    const isFailed = useSignal(false);
    const request = (): void => {
      isFailed.value = false;
      load().then(
        (component) => {
          loaded = component;
          ready.value = true;
        },
        () => (isFailed.value = true),
      );
    };
    useEffect(() => {
      if (loaded === undefined) request();
    }, []);
    const Component = ready.value ? loaded : undefined;
    if (isFailed.value) return <NotLoaded retry={request} />;
    return Component === undefined ? waiting() : <Component {...props} />;
  };
}

function NotLoaded({ retry }: { readonly retry: () => void }): JSX.Element {
  return (
    <div class="notice" role="alert">
      <strong>Could not load this part of the page</strong>
      <p>The service of this console does not respond. Start it again if it has stopped.</p>
      <button type="button" class="quiet" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
