/**
An audience as records hold it, in the form that writing takes: `{id: "3", table: "contacts_"}` is `contacts_3`. Records
of other accounts may hold it as text already, or not at all.
*/
export const audienceOf = (targets: unknown): string[] =>
  Array.isArray(targets)
    ? targets.map(target => (isTarget(target) ? `${target.table}${target.id}` : String(target)))
    : [];

const isTarget = (target: unknown): target is {readonly id: unknown; readonly table: unknown} =>
  typeof target === 'object' && target !== null && 'id' in target && 'table' in target;
