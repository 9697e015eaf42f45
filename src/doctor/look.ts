/** One thing that `emk doctor` looked at: in order, worth knowing, or wrong and to be fixed. */
export type Look = {
  /** The stable word for it: scripts know it by this. */
  readonly check: string;
  readonly state: 'good' | 'note' | 'wrong';
  readonly says: string;
  /** What to do, wherever not all is good. */
  readonly hint?: string;
  /** Figures for programs, such as the days that a certificate is still valid. */
  readonly facts?: Readonly<Record<string, string | number | null>>;
};

/** Ways to say how something was found, so that nothing wrong is said without what to do about it. */
export const good = (check: string, says: string, facts?: Look['facts']): Look => ({
  check,
  state: 'good',
  says,
  ...(facts && {facts}),
});

export const note = (check: string, says: string, hint: string, facts?: Look['facts']): Look => ({
  check,
  state: 'note',
  says,
  hint,
  ...(facts && {facts}),
});

export const wrong = (check: string, says: string, hint: string, facts?: Look['facts']): Look => ({
  check,
  state: 'wrong',
  says,
  hint,
  ...(facts && {facts}),
});
