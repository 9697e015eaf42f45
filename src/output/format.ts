/** The formats that a result can be printed in. */
export const formats = ['table', 'json', 'jsonl', 'csv', 'tsv', 'id'] as const;
export type Format = (typeof formats)[number];
