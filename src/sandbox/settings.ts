/** What the API's documentation leaves open and the sandbox decides: each a name, a default and a sentence. */
export type Settings = {readonly [K in keyof typeof defaults]: Widened<(typeof defaults)[K]['value']>};

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string;

export const defaults = {
  // ── Forms, as PHP and its framework read them ──
  fieldLimit: {value: 1000, help: 'Form fields beyond this many are dropped in silence'},
  fileLimit: {value: 2 * 1024 * 1024, help: 'A larger file does not arrive, the fields beside it do (bytes)'},
  bodyLimit: {value: 8 * 1024 * 1024, help: 'A larger request is refused as a whole (bytes)'},
  bodyTooLarge: {
    value: '413',
    choices: ['413', 'empty'],
    help: 'What a request that is too large gets: a refusal, or an empty form',
  },
  trimText: {value: true, help: 'Takes white space, no-break and zero-width spaces off both ends of every field'},
  emptyToNull: {value: true, help: 'Takes empty text for null'},
  required: {
    value: 'all',
    choices: ['all', 'listed'],
    help: 'Which missing parameters are refused: every required one, or those the documentation lists in failures',
  },

  // ── Answers ──
  failureStatus: {value: 200, help: 'HTTP status of a failed check'},
  notFoundStatus: {value: 200, help: 'HTTP status of "Record Not Found"'},
  missingKeysStatus: {value: 200, help: 'HTTP status when a key header is missing'},
  wrongKeysStatus: {value: 401, help: 'HTTP status when the keys are not those of the account'},
  wrongKeysText: {value: 'Invalid public key or secret key', help: 'What wrong keys are told'},
  plainClients: {
    value: 'json',
    choices: ['json', 'redirect'],
    help: 'What a failed check gets that did not ask for JSON: JSON all the same, or a redirect to the front page',
  },
  jsonEscapes: {
    value: 'none',
    choices: ['none', 'php'],
    help: 'Whether JSON escapes slashes and non-ASCII text as PHP does',
  },
  rateLimit: {value: 0, help: 'Requests a minute before 429, by the wall clock; 0 for no limit'},

  // ── What operations do ──
  importDelay: {value: 0, help: 'Seconds between the answer to an import and its rows being there'},
  duplicates: {
    value: 'insert',
    choices: ['insert', 'update', 'skip'],
    help: 'What an import does with a known address',
  },
} as const satisfies {readonly [name: string]: Setting};

export type Setting = {
  readonly value: string | number | boolean;
  readonly choices?: readonly string[];
  readonly help: string;
};

/** Every setting at its default, but for those given. */
export const settingsWith = (changes: Partial<Settings> = {}): Settings => ({
  ...(Object.fromEntries(Object.entries(defaults).map(([name, {value}]) => [name, value])) as Settings),
  ...changes,
});
