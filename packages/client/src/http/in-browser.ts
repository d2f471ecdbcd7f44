declare const importScripts: unknown;

/**
 * Reports whether this code runs in a page or worker of a browser, which sets and hides some headers itself.
 *
 * @returns Whether it is
 */
export function inBrowser(): boolean {
  return typeof document !== "undefined" || typeof importScripts === "function";
}
