import type { Context } from "@wellhead/sdk";

/** The parts of a request that a run of a program needs. */
export type RunContext = Pick<Context, "signal" | "log" | "caller" | "account">;
