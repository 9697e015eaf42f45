/** The decisions that the API's documentation leaves open, each with a name, a default and a sentence. */
export type Settings = {readonly [K in keyof typeof defaults]: Widened<(typeof defaults)[K]['value']>};

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string;

const statuses = [200, 599] as const;

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
  failureStatus: {value: 200, range: statuses, help: 'HTTP status of a failed check'},
  notFoundStatus: {value: 200, range: statuses, help: 'HTTP status of "Record Not Found"'},
  missingKeysStatus: {value: 200, range: statuses, help: 'HTTP status when a key header is missing'},
  wrongKeysStatus: {value: 401, range: statuses, help: 'HTTP status when the keys are not those of the account'},
  wrongKeysText: {value: 'Invalid public key or secret key', help: 'What wrong keys are told'},
  plainClients: {
    value: 'redirect',
    choices: ['redirect', 'json'],
    help: 'What a failed check gets that did not ask for JSON: a redirect to the front page, or JSON anyway',
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
  uploadsJudgedBy: {
    value: 'name',
    choices: ['name', 'content'],
    help: 'What makes a file a CSV: its name alone, or also its content as PHP guesses it (no HTML, no NUL, not empty)',
  },
  knownContact: {
    value: 'insert',
    choices: ['insert', 'refuse'],
    help: 'What adding one contact does with a known address',
  },
  foreignAddresses: {
    value: 'taken',
    choices: ['taken', 'refused'],
    help: 'Addresses with letters beyond ASCII',
  },
  knownField: {value: 'refuse', choices: ['refuse', 'insert'], help: 'What a second custom field of one name gets'},
  sample: {value: 'csv', choices: ['csv', 'none'], help: 'Whether there is a sample CSV to download'},
  countryInDetails: {value: 'id', choices: ['id', 'name'], help: "How a contact's details show the country"},
  templates: {value: 'some', choices: ['some', 'none'], help: 'Whether the account has design templates'},
  tags: {
    value: 'documented',
    choices: ['documented', 'with-custom-fields', 'none'],
    help: 'Which tags for templates are listed',
  },
  checkReferences: {
    value: true,
    help: 'Refuses ids of contact types, senders, groups, templates and places that do not exist',
  },
  deletedRows: {
    value: 'hidden',
    choices: ['hidden', 'listed'],
    help: 'Whether lists show deleted records, with deleted_at set, where records have that field',
  },
  typeDeletion: {
    value: 'with-contacts',
    choices: ['with-contacts', 'alone'],
    help: 'Whether deleting a contact type deletes its contacts',
  },
  notFoundElsewhere: {
    value: 'Record Not Found',
    choices: ['Record Not Found', 'Record not found'],
    help: 'The text for a record that does not exist, where the documentation shows none',
  },
  unknownType: {
    value: 'complaint',
    choices: ['complaint', 'text'],
    help: 'What looking at a contact type that does not exist gets: complaints about field_name and field_type, or a text',
  },
  emptyChildList: {
    value: 'empty',
    choices: ['empty', 'not-found'],
    help: 'What a list of recipients or schedules answers when there are none',
  },
  bulkIds: {
    value: 'both',
    choices: ['both', 'id', 'utr'],
    help: 'What bulk deletion of single sends and automations takes',
  },
  globalList: {
    value: 'everyone',
    choices: ['everyone', 'global-only'],
    help: 'Whether the global unsubscribers list those who left one group only',
  },
  unsubscribeScope: {
    value: 'group',
    choices: ['group', 'everything'],
    help: 'What mail somebody who left one group no longer gets',
  },
  timeFormat: {
    value: 'any',
    choices: ['any', 'H:i', 'H:i:s'],
    help: 'How the time of a scheduled send must be written',
  },
  scheduledWithoutTime: {
    value: 'taken',
    choices: ['taken', 'refused'],
    help: 'What a scheduled send without a day or a time gets; taken, it goes out at once or at midnight',
  },
  bothTemplates: {
    value: 'refuse',
    choices: ['refuse', 'json'],
    help: 'What giving a template as JSON and as HTML does: it is refused, or the JSON wins',
  },
  sentUpdate: {
    value: 'resend',
    choices: ['resend', 'keep', 'refuse'],
    help: 'What updating a single send that already went out does: sends it again, changes the record only, or is refused',
  },
  leftOut: {
    value: 'emptied',
    choices: ['emptied', 'kept'],
    help: 'What an update does with a field that is not sent',
  },
  duplicateSends: {
    value: 'go-out',
    choices: ['go-out', 'rest'],
    help: 'Whether the copy of a single send goes out like any other',
  },
  copySuffix: {value: '', help: 'What the name of a copy gets at its end'},
  pausedStatus: {value: 0, help: 'The status of a paused automation'},
  unsentMoment: {value: '0000-00-00 00:00:00', help: 'What sent_at shows before a single send is sent'},
  timestampPrecision: {
    value: 'seconds',
    choices: ['seconds', 'milliseconds'],
    help: 'How fine created_at and its like are, which are always written with microseconds',
  },
  zoneMinutes: {
    value: 0,
    range: [-1440, 1440],
    help: 'How far sent_at, live_at and the time of a scheduled send are ahead of UTC',
  },

  // ── Life ──
  seed: {value: 1, help: 'What every number of a new account follows from'},
  verifySeconds: {value: 5, help: "Seconds until a sender's verification link is clicked; 0 for never"},
  readySeconds: {value: 0.5, help: 'Seconds from the creation of a single send until it is ready'},
  startSeconds: {
    value: 1,
    help: 'Seconds from the creation of a single send until it runs, unless scheduled for later',
  },
  runSeconds: {value: 1, help: 'Seconds that a single send runs at least'},
  mailsPerSecond: {value: 5000, range: [0.001, 1e9], help: 'How many mails leave in a second'},
  arriveSeconds: {value: 0.5, help: 'Seconds within which a mail arrives or bounces'},
  openSeconds: {value: 2, help: 'Seconds within which an arrived mail is opened, if at all'},
  bounceRate: {value: 0.05, range: [0, 1], help: 'Share of mails that bounce'},
  openRate: {value: 0.5, range: [0, 1], help: 'Share of arrived mails that are opened'},
  unsubscribeRate: {value: 0.1, range: [0, 1], help: 'Share of those who opened that unsubscribe'},
} as const satisfies {readonly [name: string]: Setting};

export type Setting = {
  readonly value: string | number | boolean;
  readonly choices?: readonly string[];
  /** The smallest and largest number; from 0 on if omitted. */
  readonly range?: readonly [least: number, greatest: number];
  readonly help: string;
};

/** All settings: the given ones, and defaults for the others. */
export const settingsWith = (changes: Partial<Settings> = {}): Settings => ({
  ...(Object.fromEntries(Object.entries(defaults).map(([name, {value}]) => [name, value])) as Settings),
  ...changes,
});
