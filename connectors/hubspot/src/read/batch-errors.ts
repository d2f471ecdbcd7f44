import { memberAt, type ShapeValue, shape, upstreamUnavailable } from "@wellhead/sdk";

/** Members of the errors in the response to a batch that are read. */
export const batchErrorsShape = shape.list(
  shape.object({
    category: shape.text,
    subCategory: shape.anything,
    context: shape.record(shape.anything),
  }),
);

/** Categories of errors that say that an object or its associations do not exist. */
const absence = /NOT_FOUND|NO_ASSOCIATIONS_FOUND/;

type BatchErrors = ShapeValue<typeof batchErrorsShape> | null | undefined;

/**
 * Returns the ids of objects that do not exist.
 *
 * @param errors - Errors of a batch
 * @returns The ids
 */
export function missingIds(errors: BatchErrors): readonly string[] {
  return (errors ?? [])
    .filter((error) => isAbsence(error))
    .flatMap(({ context }) => {
      const ids = memberAt(context, "ids");
      return Array.isArray(ids) ? ids.map(String) : [];
    });
}

/**
 * Recognises a response to a batch in which HubSpot failed to read some objects. Without them, the objects would look as
 * if they were deleted.
 *
 * @param body - Body of a response with status 207
 * @returns The error to throw; `undefined` if all others do not exist
 * @see https://developers.hubspot.com/docs/api-reference/error-handling
 */
export function batchFault(body: unknown): Error | undefined {
  const errors = memberAt(body, "errors");
  if (!Array.isArray(errors) || errors.every((error) => isAbsence(error))) return undefined;
  return upstreamUnavailable(
    "Could not read from HubSpot: it failed to read some objects of a batch (207). Try again later.",
    { retryAfter: 1 },
  );
}

function isAbsence(error: unknown): boolean {
  return ["category", "subCategory"].some((name) => absence.test(String(memberAt(error, name))));
}
