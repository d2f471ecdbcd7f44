import { id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";

/** Members of a pipeline that are read. */
const pipelineShape = shape.object({
  id: shape.required(shape.text),
  label: shape.text,
  displayOrder: shape.number,
  stages: shape.list(
    shape.object({
      id: shape.required(shape.text),
      label: shape.text,
      displayOrder: shape.number,
      metadata: shape.record(shape.anything),
    }),
  ),
});

const pipelinesShape = shape.object({ results: shape.required(shape.list(pipelineShape)) });

/**
 * Creates the source of the stages that deals or tickets go through.
 *
 * @param source - Creates a source from its definition
 * @param type - Type of the objects
 * @returns The source
 * @see https://developers.hubspot.com/docs/api-reference/crm-pipelines-v3/guide
 */
export function stages<Account>(source: MakeSource<Account>, type: "deals" | "tickets"): Source {
  return source({
    name: type === "deals" ? "Deal stages" : "Ticket stages",
    description: `Of the pipelines that ${type} go through`,
    filter: {},
    fields: {
      id: id(),
      name: text(),
      position: number(),
      probability: number({ description: "That a deal is won, 0 to 1" }),
      pipeline_id: text(),
      pipeline: text(),
    },
    rows: async ({ http }) => {
      const { results } = await http.get(`crm/v3/pipelines/${type}`).json(pipelinesShape);
      return results.flatMap((pipeline) =>
        (pipeline.stages ?? []).map((stage) => ({
          id: stage.id,
          name: stage.label,
          position: stage.displayOrder,
          probability: probabilityOf(stage.metadata?.["probability"]),
          pipeline_id: pipeline.id,
          pipeline: pipeline.label,
        })),
      );
    },
  });
}

/** Parses a probability, which HubSpot writes as text. */
function probabilityOf(value: unknown): number | null {
  const found = typeof value === "string" && value !== "" ? Number(value) : Number.NaN;
  return Number.isFinite(found) ? found : null;
}
