declare const importScripts: unknown;

/**
 * Reports whether this is a page or a worker of a browser, which sets and hides some headers of its own.
 *
 * @returns Whether it is
 */
export function inBrowser(): boolean {
  return typeof document !== "undefined" || typeof importScripts === "function";
}
