/** Reads the values of a record as texts; what it lacks is empty. */
export const textsOf =
  (record: {readonly [name: string]: unknown}) =>
  (name: string): string =>
    String(record[name] ?? '');
