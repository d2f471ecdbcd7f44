/** Number of rows in comparisons. */
export const rowCount = Number(process.env["BENCH_ROWS"] ?? 2_000_000);

/** Number of rows in measurements of memory. */
export const largeCount = Number(process.env["BENCH_LARGE_ROWS"] ?? 20_000_000);

/** Number of runs of each compared implementation. */
export const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
