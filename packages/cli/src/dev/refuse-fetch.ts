import { placesIn } from "../serve/original-place.js";

/**
 * Makes `fetch` fail where a file of the author calls it, with the reason. Packages that the author uses may call it.
 */
export function refuseFetch(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (...given) => {
    const [, , caller = ""] = (new Error("caller").stack ?? "").split("\n");
    if (placesIn(caller).length === 0) return await fetch(...given);
    throw new TypeError(
      "Could not call fetch: expected a request of `http`, which every callback receives. It has the account, retries, waits for limits, and goes only where the operator allows it.",
    );
  };
}
