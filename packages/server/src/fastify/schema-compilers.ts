import { createRequire } from "node:module";
import type { FastifyServerOptions } from "fastify";

type SchemaController = NonNullable<FastifyServerOptions["schemaController"]>;
type Compilers = NonNullable<SchemaController["compilersFactory"]>;
type AnyFunction = (...given: readonly unknown[]) => unknown;

/**
 * Fastify's own compilers of schemas, loaded when the first route with a schema is added. No route of this package has
 * one, and loading them takes as long as loading the rest of Fastify.
 *
 * @returns The option of Fastify
 */
export function lazySchemaController(): SchemaController {
  const fromFastify = createRequire(createRequire(import.meta.url).resolve("fastify"));
  const make =
    (name: string): AnyFunction =>
    (...given) =>
      // Both packages export a function that returns the compiler.
      (fromFastify(name) as () => AnyFunction)()(...given);
  const compilersFactory = {
    buildValidator: make("@fastify/ajv-compiler"),
    buildSerializer: make("@fastify/fast-json-stringify-compiler"),
  };
  // Fastify takes its own compilers from these packages.
  return { compilersFactory: compilersFactory as Compilers };
}
