/** Whether the tests run in their long form, with every case of each table. */
export const isLong = process.env["WELLHEAD_LONG"] !== undefined;
