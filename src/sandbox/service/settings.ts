/** The decisions that the API's documentation leaves open, each with a name, a default and a sentence. */
export type Settings = {readonly [K in keyof typeof defaults]: string};

/** The first choice of each is its default. */
export const defaults = {
  emptyToNull: {choices: ['true', 'false'], help: 'Reads empty text as null'},
  duplicates: {choices: ['insert', 'update', 'skip'], help: 'What an import does with a known address'},
  sample: {choices: ['csv', 'none'], help: 'Whether there is a sample CSV to download'},
  deletedRows: {choices: ['hidden', 'listed'], help: 'Whether lists show deleted records that have a deleted_at'},
  typeDeletion: {choices: ['with-contacts', 'alone'], help: 'Whether deleting a list deletes its contacts'},
  bulkIds: {choices: ['both', 'id', 'utr'], help: 'What bulk deletion of mailings and automations takes'},
  globalList: {
    choices: ['everyone', 'global-only'],
    help: 'Whether the global unsubscribes include people who left one group only',
  },
  leftOut: {choices: ['emptied', 'kept'], help: 'What an update does with a missing field'},
  unsubscribeRate: {choices: ['0.1', '0', '0.3', '1'], help: 'Share of readers who unsubscribe'},
} as const satisfies {readonly [name: string]: Setting};

export type Setting = {readonly choices: readonly [string, ...string[]]; readonly help: string};

/** All settings: the given ones, and defaults for the others. */
export const settingsWith = (changes: Partial<Settings> = {}): Settings => ({
  ...(Object.fromEntries(Object.entries(defaults).map(([name, {choices}]) => [name, choices[0]])) as Settings),
  ...changes,
});

/** The limits of PHP as most servers have them: fields of a form, bytes of a file and of a request. */
export const limits = {fields: 1000, file: 2 * 1024 * 1024, body: 8 * 1024 * 1024} as const;

/** How long things take on the account's clock, in milliseconds; an arrival and an opening take at most so long. */
export const durations = {verify: 5000, ready: 500, start: 1000, run: 1000, arrive: 500, open: 2000} as const;
