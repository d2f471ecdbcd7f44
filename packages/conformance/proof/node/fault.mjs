/**
 * Describes a server with one fault.
 *
 * @param id Name of the fault
 * @param says Description of the fault, in plain words
 * @param areas Areas of requirements that may report it
 * @param plant Changes the parts of the connector
 * @param more Whether it is serious, and with which account it is judged
 */
export const fault = (id, says, areas, plant, more = {}) => ({
  id,
  says,
  areas,
  plant,
  serious: false,
  ...more,
});

/** A fault that loses data, shows wrong data, or is a security hole. */
export const serious = (id, says, areas, plant, more = {}) =>
  fault(id, says, areas, plant, { serious: true, ...more });

/** Wraps a part. The fault receives the original part. */
export function wrap(parts, name, make) {
  parts[name] = make(parts[name]);
}

/** Edits what GET / returns. */
export function declares(parts, edit) {
  wrap(parts, "application", (before) => () => {
    const application = JSON.parse(JSON.stringify(before()));
    edit(application);
    return application;
  });
}

/** Finds a filter of the first source. */
export const filterOf = (application, id) => application.sources[0].filter.find((one) => one.id === id);
