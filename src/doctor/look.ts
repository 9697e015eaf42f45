/** One thing that `emk doctor` looked at: fine, worth knowing, or wrong. */
export type Look = {
  /** Its stable name for scripts. */
  readonly check: string;
  readonly state: 'good' | 'note' | 'wrong';
  readonly says: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Figures for programs, such as the days until a certificate expires. */
  readonly facts?: Readonly<Record<string, string | number | null>>;
};

/** The three results of a look. Only a good one needs no hint. */
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
