/** A request to a service. */
export interface ServiceRequest {
  /** A short description. */
  readonly title: string;
  readonly path: string;
  readonly body: unknown;
}

/** Options of {@link serviceRequests}. */
export interface ServiceRequestsOptions {
  /** A valid account as a flat object. */
  readonly account: Readonly<Record<string, unknown>>;
  /** Values of filters, by source. */
  readonly filters: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

/** The members of a service's description that are read. */
interface Description {
  readonly sources: ReadonlyArray<{
    readonly id: string;
    readonly filter: ReadonlyArray<{
      readonly id: string;
      readonly type: string;
      readonly required?: boolean;
      readonly datalist?: boolean;
      readonly datalist_requires?: readonly string[];
    }>;
  }>;
}

/**
 * Returns every request that makes a service call its upstream: the account check, each list of options, and for each
 * source its columns and its rows, with the first option of every required filter.
 *
 * @param service - Address of the service
 * @param options - Account and filters
 * @returns The requests
 */
export async function serviceRequests(
  service: string,
  { account, filters }: ServiceRequestsOptions,
): Promise<readonly ServiceRequest[]> {
  // The service under test has a description of this shape.
  const { sources } = (await (await fetch(service)).json()) as Description;
  const { auth: id, ...fields } = account;
  const requests: ServiceRequest[] = [{ title: "validate", path: "/validate", body: { id, fields } }];
  for (const source of sources) {
    const filter: Record<string, string | number | undefined> = { ...filters[source.id] };
    for (const field of source.filter) {
      if (field.datalist !== true || field.type.startsWith("date")) continue;
      const query = new URLSearchParams({ source: source.id, field: field.id });
      for (const name of field.datalist_requires ?? []) query.set(name, String(filter[name] ?? ""));
      const title = `options of ${source.id}.${field.id}`;
      const request = { title, path: `/datalist?${query.toString()}`, body: account };
      requests.push(request);
      if (field.required === true) filter[field.id] ??= await firstOption(service, request);
    }
    const body = { source: source.id, account, filter };
    requests.push({ title: `columns of ${source.id}`, path: "/schema", body });
    requests.push({ title: `rows of ${source.id}`, path: "/", body });
  }
  return requests;
}

async function firstOption(service: string, { path, body, title }: ServiceRequest): Promise<string | number> {
  const response = await fetch(new URL(path, service), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const found: unknown = await response.json();
  const first: unknown = Array.isArray(found) ? found[0] : undefined;
  if (first === undefined)
    throw new Error(`Could not fill a form: ${title} returned ${JSON.stringify(found)}`);
  // Options are objects with a value.
  return (first as { readonly value: string | number }).value;
}
