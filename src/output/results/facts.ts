/** What a notice is about, so that no program has to read its sentence. */
export const noticeKinds = [
  'rows',
  'none',
  'created',
  'audience',
  'run',
  'file',
  'account',
  'zone',
  'read',
  'done',
  'said',
] as const;

/** The facts of a notice by name, as values. */
export type Facts = {
  readonly kind: (typeof noticeKinds)[number];
  readonly [fact: string]: string | number | boolean | null | undefined;
};
