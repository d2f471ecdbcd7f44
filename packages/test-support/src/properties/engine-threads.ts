import { isLong } from "./is-long.js";

/**
 * Options of the results of tests. The tables of the usual form are so small that one thread of the engine takes less
 * processor time, by up to a third. The long form has as many threads as the product.
 */
export const engineThreads: { readonly threads?: number } = isLong ? {} : { threads: 1 };
