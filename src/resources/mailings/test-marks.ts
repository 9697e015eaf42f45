/** The word before the subject of a test. */
export const MARK = '[Test]';

/** The id of one test, written into everything it adds to the account, so that a later run knows what to delete. */
export const newRun = (random: () => number): string =>
  Math.floor(random() * 16 ** LENGTH)
    .toString(16)
    .padStart(LENGTH, '0');

const LENGTH = 6;

/** The name of a test in the account. A test to keep has no id, because nobody should delete it. */
export const nameOfTest = (name: string, run?: string): string =>
  run === undefined ? `${MARK} ${name}` : `[Test ${run}] ${name}`;

/** The mark of a contact that a test adds, in the second line of its address. */
export const markOf = (run: string): string => `emk test ${run}`;

/** The test that a mailing belongs to. */
export const runOfSend = (name: unknown): string | undefined => /^\[Test ([0-9a-f]{6})\] /.exec(String(name))?.[1];

/** The test that a contact was added by. */
export const runOfContact = (addressLine: unknown): string | undefined =>
  /^emk test ([0-9a-f]{6})$/.exec(String(addressLine))?.[1];
