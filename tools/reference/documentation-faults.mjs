import { ReflectionKind } from "typedoc";

/** @import { DeclarationReflection, ProjectReflection, SignatureReflection, SomeType } from "typedoc" */
/** @import { Problem } from "../check/problem.mjs" */

/**
 * Finds what the validation of TypeDoc does not ask for: the parameters and the result of a function, and the properties
 * of classes and of options, and an example from a compiled file for each function, class and constant of the package that
 * authors of connectors import.
 *
 * @param {ProjectReflection} project What the packages export.
 * @returns {Problem[]} The missing parts.
 */
export function documentationFaults(project) {
  const functions = project.getReflectionsByKind(ReflectionKind.Function).flatMap((reflection) => {
    const declaration = /** @type {DeclarationReflection} */ (reflection);
    return (declaration.signatures ?? []).flatMap((signature) =>
      signatureFaults(signature).map((message) => problemOf(declaration, message)),
    );
  });
  const members = project
    .getReflectionsByKind(ReflectionKind.ClassOrInterface)
    .flatMap((reflection) => memberFaults(/** @type {DeclarationReflection} */ (reflection)));
  const sdk = project.children?.find(({ name }) => name === "@wellhead/sdk");
  return [...functions, ...members, ...exampleFaults(sdk?.children ?? [])];
}

/**
 * @param {SignatureReflection} signature A function.
 * @returns {string[]} What its comment does not mention.
 */
function signatureFaults(signature) {
  const parameters = (signature.parameters ?? [])
    .filter((parameter) => !parameter.hasComment())
    .map(({ name }) => `exports "${signature.name}" without a @param for "${name}"`);
  const result = signature.comment?.getTag("@returns");
  const isDescribed = result !== undefined && result.content.some(({ text }) => text.trim() !== "");
  return isDescribed || isNothing(signature.type)
    ? parameters
    : [...parameters, `exports "${signature.name}" without a @returns`];
}

/**
 * @param {SomeType | undefined} type A return type.
 * @returns {boolean} Whether there is no result to describe.
 */
function isNothing(type) {
  if (type === undefined) return true;
  if (type.type === "intrinsic") return type.name === "void" || type.name === "never";
  if (type.type === "predicate") return type.asserts;
  return type.type === "reference" && type.name === "Promise" && isNothing(type.typeArguments?.[0]);
}

/**
 * @param {DeclarationReflection} reflection A class or an interface.
 * @returns {Problem[]} Its properties without a comment, when it is a class or the options of a function.
 */
function memberFaults(reflection) {
  if (!reflection.kindOf(ReflectionKind.Class) && !reflection.name.endsWith("Options")) return [];
  return (reflection.children ?? [])
    .filter((member) => !member.inheritedFrom && !member.overwrites && !member.flags.isExternal)
    .filter((member) => member.kindOf(ReflectionKind.Property) && !member.name.startsWith("["))
    .filter((member) => !member.hasComment())
    .map((member) =>
      problemOf(member, `exports "${reflection.name}.${member.name}" without a documentation comment`),
    );
}

/**
 * @param {readonly DeclarationReflection[]} exported What a package exports.
 * @returns {Problem[]} Its functions, classes and constants without an example that `npm run write snippets` refreshes.
 */
function exampleFaults(exported) {
  return exported
    .filter((one) => one.kindOf([ReflectionKind.Function, ReflectionKind.Class, ReflectionKind.Variable]))
    .filter((one) => {
      const comments = [one.comment, ...(one.signatures ?? []).map(({ comment }) => comment)];
      const examples = comments.map((comment) => comment?.getTag("@example"));
      return !examples.some((example) => example?.content.some(({ text }) => text.includes(" snippet=")));
    })
    .map((one) => problemOf(one, `exports "${one.name}" without an @example that names its compiled file`));
}

/**
 * @param {DeclarationReflection} reflection What the problem is about.
 * @param {string} message The problem.
 * @returns {Problem} The problem with its place.
 */
function problemOf({ sources }, message) {
  return { file: sources?.[0]?.fileName ?? "", line: sources?.[0]?.line ?? 1, message };
}
