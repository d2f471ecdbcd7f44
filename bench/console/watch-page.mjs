/**
 * Measurements that the page takes of itself while rows arrive.
 *
 * @typedef {object} Watched
 * @property {number} firstRow When the first cell appeared, in milliseconds since 1970.
 * @property {number} shifts Sum of the unexpected layout shifts.
 */

/** Runs in the page: records layout shifts, and when the first cell appears. */
export function watchPage() {
  /** @type {Watched} */
  const watched = { firstRow: 0, shifts: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Entries of this kind have both members, but the page's types declare only those that all kinds have.
      const { hadRecentInput, value } =
        /** @type {PerformanceEntry & { hadRecentInput: boolean, value: number }} */ (entry);
      if (!hadRecentInput) watched.shifts += value;
    }
  }).observe({ type: "layout-shift" });
  new MutationObserver(() => {
    if (watched.firstRow === 0 && document.querySelector('[role="gridcell"]:not(:empty)'))
      watched.firstRow = Date.now();
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}

/**
 * Returns the measurements. Runs in the page.
 *
 * @returns {Watched} The measurements.
 */
export function readWatched() {
  return /** @type {typeof globalThis & { watched: Watched }} */ (globalThis).watched;
}
