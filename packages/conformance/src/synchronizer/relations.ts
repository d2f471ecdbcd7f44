import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, isSet, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { idsOf, wholeRuns } from "./read-run.js";
import { type SchemaField, schemaFields, syncTarget } from "./target.js";

const cardinalities: ReadonlySet<unknown> = new Set(["many-to-one", "many-to-many", "one-to-one"]);
const members = ["cardinality", "name", "targetName", "targetType", "targetFieldId"];

/** Types that belong to the platform begin like this. */
const native = "fibery/";

/** Requirements on relations between types. */
export const relationRequirements = defineRequirements(
  { area: "sync-relations", section: "Synchronizer: relations" },
  [
    {
      id: "sync-relations.members",
      level: "MUST",
      covers: ["sync.relations"],
      sentence: "Every relation names its cardinality, both sides, the target and the target's field",
      reason: "A relation that is not complete is not created",
      fix: 'Add "cardinality", "name", "targetName", "targetType" and "targetFieldId"',
      check: async (context) =>
        eachRelation(context, (relation) => {
          const missing = members.find((name) => typeof relation[name] !== "string" || relation[name] === "");
          return missing === undefined ? undefined : `"${missing}" is missing`;
        }),
    },
    {
      id: "sync-relations.cardinality",
      level: "MUST",
      covers: ["sync.relations"],
      sentence: 'The "cardinality" of a relation is many-to-one, many-to-many or one-to-one',
      reason: "Nobody documents what another one means",
      fix: "Declare the relation on the side that holds the reference",
      check: async (context) =>
        eachRelation(context, ({ cardinality }) =>
          cardinalities.has(cardinality) ? undefined : `its cardinality is ${JSON.stringify(cardinality)}`,
        ),
    },
    {
      id: "sync-relations.target",
      level: "MUST",
      covers: ["sync.relations"],
      sentence: "The target of a relation is a type of the configuration",
      reason: "The relation would lead nowhere",
      fix: "Offer the target as a type, or drop the relation",
      check: async (context) => {
        const ids = new Set((await syncTarget(context)).types.map(({ id }) => id));
        await eachRelation(context, ({ targetType }) =>
          typeof targetType === "string" && (ids.has(targetType) || targetType.startsWith(native))
            ? undefined
            : `its target ${JSON.stringify(targetType)} is not a type`,
        );
      },
    },
    {
      id: "sync-relations.target-field",
      level: "MUST",
      covers: ["sync.relations"],
      sentence: "The target's field of a relation is in the target's schema",
      reason: "The two sides are matched by its values",
      fix: 'Name a field of the target, mostly "id"',
      check: async (context) => {
        const { schema } = await syncTarget(context);
        await eachRelation(context, ({ targetType, targetFieldId }) => {
          const target = schema[String(targetType)];
          return target === undefined || Object.hasOwn(target, String(targetFieldId))
            ? undefined
            : `the target has no field ${JSON.stringify(targetFieldId)}`;
        });
      },
    },
    {
      id: "sync-relations.values",
      level: "MUST",
      covers: ["sync.relations"],
      sentence: "Values of a relation are found among the entities of its target",
      reason: "Entities stay without their relations, and nobody is told why",
      fix: "Send the value of the target's field, in the same form",
      check: async (context) => {
        const relations = (await relationFields(context)).filter(
          ({ value }) => isObject(value["relation"]) && value["relation"]["targetFieldId"] === "id",
        );
        let judged = 0;
        for (const field of relations) judged += await judgeValues(context, field);
        if (judged === 0)
          notApplicable("relation values", "No relation has values and a target that was read whole");
      },
    },
  ],
);

/** Some values may point to entities that are hidden; all of them cannot. */
async function judgeValues(context: CheckContext, { where, type, id, value }: SchemaField): Promise<number> {
  const relation = isObject(value["relation"]) ? value["relation"] : {};
  const runs = await wholeRuns(context);
  const own = runs.find((run) => run.type.id === type);
  const target = runs.find((run) => run.type.id === relation["targetType"]);
  if (own === undefined || target === undefined) return 0;
  const ids = idsOf(target);
  const values = own.entities.flatMap((entity) => valuesIn(entity.value[id]));
  if (values.length === 0 || ids.size === 0) return 0;
  if (!values.some((one) => ids.has(one)))
    unmet(`${where}: none of ${values.length} values is the id of an entity of "${target.type.id}"`, {
      witness: own.pages[0]?.exchange,
    });
  return 1;
}

function valuesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  return (typeof value === "string" && value !== "") || typeof value === "number" ? [String(value)] : [];
}

async function relationFields(context: CheckContext): Promise<readonly SchemaField[]> {
  const fields = (await schemaFields(context)).filter(({ value }) => isSet(value["relation"]));
  return fields.length > 0 ? fields : notApplicable("relations", "No field has a relation");
}

async function eachRelation(
  context: CheckContext,
  fault: (relation: JsonObject) => string | undefined,
): Promise<void> {
  for (const { where, value } of await relationFields(context)) {
    const { relation } = value;
    const found = isObject(relation) ? fault(relation) : "it is not an object";
    if (found !== undefined) unmet(`${where}: ${found}`);
  }
}
