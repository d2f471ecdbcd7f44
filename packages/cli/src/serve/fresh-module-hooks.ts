import type { ResolveHook } from "node:module";

/** Query parameter of a module's URL that holds the number of the load it belongs to. */
const parameter = "wellhead-load";

/**
 * Hook of Node's module loader. A module that was imported with the number of a load passes it on to the modules that it
 * imports, so that they are evaluated again too. Packages keep their one instance, and those of Wellhead that are not
 * installed for the module's folder are the ones of this command.
 *
 * @see https://nodejs.org/api/module.html#resolvespecifier-context-nextresolve
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const { parentURL = "" } = context;
  const load = parentURL.startsWith("file:") ? new URL(parentURL).searchParams.get(parameter) : null;
  if (load === null) return nextResolve(specifier, context);
  if (specifier.startsWith("@wellhead/"))
    return Promise.resolve(nextResolve(specifier, context)).catch(() =>
      nextResolve(specifier, { ...context, parentURL: import.meta.url }),
    );
  const resolved = await nextResolve(specifier, context);
  if (!resolved.url.startsWith("file:") || resolved.url.includes("/node_modules/")) return resolved;
  const url = new URL(resolved.url);
  url.searchParams.set(parameter, load);
  return { ...resolved, url: url.href };
};
