/** Complaints by parameter, whatever their texts are wrapped in. */
export const toComplaints = (errors: unknown): Record<string, string[]> =>
  typeof errors === 'object' && errors !== null && !Array.isArray(errors)
    ? Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, [texts].flat(2).map(toText)]))
    : {};

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
