/** Reads the values of a record as texts; missing ones are empty. */
export const textsOf =
  (record: {readonly [name: string]: unknown}) =>
  (name: string): string =>
    String(record[name] ?? '');
