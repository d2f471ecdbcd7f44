export const serve = {} as never;
