/** How many rows the compared ways bring. */
export const rowCount = Number(process.env["BENCH_ROWS"] ?? 2_000_000);

/** How many rows memory is watched over. */
export const largeCount = Number(process.env["BENCH_LARGE_ROWS"] ?? 20_000_000);

/** How often each way is run. */
export const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
