/** The decisions that the API's documentation leaves open, each with a name, a default and a sentence. */
export type Settings = {readonly [K in keyof typeof defaults]: Widened<(typeof defaults)[K]>};

type Widened<S> = S extends {value: number} ? number : S extends {value: boolean} ? boolean : string;

const statuses = [200, 599] as const;

export const defaults = {
  // ── Forms, as PHP and its framework read them ──
  fieldLimit: {value: 1000, help: 'Drops form fields beyond this many, without a word'},
  fileLimit: {value: 2 * 1024 * 1024, help: 'Drops a larger file, but takes the fields sent with it (bytes)'},
  bodyLimit: {value: 8 * 1024 * 1024, help: 'Refuses a larger request (bytes)'},
  bodyTooLarge: {
    choices: ['413', 'empty'],
    help: 'Answer to a request that is too large: refuse it, or read an empty form',
  },
  trimText: {value: true, help: 'Trims spaces of every kind from both ends of every field'},
  emptyToNull: {value: true, help: 'Reads empty text as null'},
  required: {
    choices: ['all', 'listed'],
    help: 'Which parameters must be given: every required one, or those in the documented failures',
  },

  // ── Answers ──
  failureStatus: {value: 200, range: statuses, help: 'HTTP status of a failed check'},
  notFoundStatus: {value: 200, range: statuses, help: 'HTTP status of "Record Not Found"'},
  missingKeysStatus: {value: 200, range: statuses, help: 'HTTP status when a key header is missing'},
  wrongKeysStatus: {value: 401, range: statuses, help: 'HTTP status when the keys are wrong'},
  wrongKeysText: {value: 'Invalid public key or secret key', help: 'Message for wrong keys'},
  plainClients: {
    choices: ['redirect', 'json'],
    help: 'Answer to a failed check if the client did not ask for JSON: a redirect to the front page, or JSON',
  },
  jsonEscapes: {choices: ['none', 'php'], help: 'Whether JSON escapes slashes and non-ASCII text as PHP does'},
  rateLimit: {value: 0, help: 'Requests per real minute before a 429; 0 for no limit'},

  // ── What operations do ──
  importDelay: {value: 0, help: 'Seconds until the rows of an import appear'},
  duplicates: {choices: ['insert', 'update', 'skip'], help: 'What an import does with a known address'},
  uploadsJudgedBy: {
    choices: ['name', 'content'],
    help: 'How an upload counts as CSV: by its name, or also by its content as PHP guesses it (no HTML, no NUL, not empty)',
  },
  knownContact: {choices: ['insert', 'refuse'], help: 'What adding one contact does with a known address'},
  foreignAddresses: {choices: ['taken', 'refused'], help: 'Addresses with letters beyond ASCII'},
  knownField: {choices: ['refuse', 'insert'], help: 'What adding a field of a known name does'},
  noPlace: {choices: ['null', '0'], help: 'What a sender without a state or a city shows for it'},
  sample: {choices: ['csv', 'none'], help: 'Whether there is a sample CSV to download'},
  countryInDetails: {choices: ['id', 'name'], help: 'How the details of a contact show the country'},
  templates: {choices: ['some', 'none'], help: 'Whether the account has design templates'},
  tags: {choices: ['documented', 'with-custom-fields', 'none'], help: 'Which tags for templates are listed'},
  checkReferences: {value: true, help: 'Refuses ids of records that do not exist'},
  deletedRows: {choices: ['hidden', 'listed'], help: 'Whether lists show deleted records that have a deleted_at'},
  typeDeletion: {choices: ['with-contacts', 'alone'], help: 'Whether deleting a list deletes its contacts'},
  notFoundElsewhere: {
    choices: ['Record Not Found', 'Record not found'],
    help: 'Message for a missing record, where the documentation shows none',
  },
  unknownType: {
    choices: ['complaint', 'text'],
    help: 'Answer for a missing list: complaints about field_name and field_type, or a text',
  },
  emptyChildList: {choices: ['empty', 'not-found'], help: 'Answer for an empty list of recipients or schedules'},
  bulkIds: {choices: ['both', 'id', 'utr'], help: 'What bulk deletion of mailings and automations takes'},
  globalList: {
    choices: ['everyone', 'global-only'],
    help: 'Whether the global unsubscribes include people who left one group only',
  },
  unsubscribeScope: {choices: ['group', 'everything'], help: 'Which mail stops when somebody leaves one group'},
  timeFormat: {choices: ['any', 'H:i', 'H:i:s'], help: 'How the time of a scheduled mailing must be written'},
  scheduledWithoutTime: {
    choices: ['taken', 'refused'],
    help: 'What happens to a scheduled mailing without a day or a time; if taken, it goes out at once or at midnight',
  },
  bothTemplates: {
    choices: ['refuse', 'json'],
    help: 'What happens to a template given as JSON and as HTML: refused, or the JSON wins',
  },
  sentUpdate: {
    choices: ['resend', 'keep', 'refuse'],
    help: 'What updating a sent mailing does: sends it again, changes only the record, or refuses',
  },
  leftOut: {choices: ['emptied', 'kept'], help: 'What an update does with a missing field'},
  duplicateSends: {choices: ['go-out', 'rest'], help: 'Whether the copy of a mailing goes out like any other'},
  copySuffix: {value: '', help: 'Ending of the name of a copy'},
  addedEmail: {
    choices: ['joined-since', 'later'],
    help: 'Who gets an email that is added to a live automation: everyone who joined since it went live, or only people who join later',
  },
  pausedStatus: {value: 0, help: 'The status of a paused automation'},
  unsentMoment: {value: '0000-00-00 00:00:00', help: 'What sent_at shows before a mailing is sent'},
  timestampPrecision: {
    choices: ['seconds', 'milliseconds'],
    help: 'How exact created_at and other times are; always written with microseconds',
  },
  zoneMinutes: {
    value: 0,
    range: [-1440, 1440],
    help: 'Minutes that sent_at, live_at and scheduled times are ahead of UTC',
  },

  // ── Life ──
  seed: {value: 1, help: 'Number that decides the invented data'},
  verifySeconds: {value: 5, help: "Seconds until a sender's verification link is clicked; 0 for never"},
  readySeconds: {value: 0.5, help: 'Seconds until a new mailing is ready'},
  startSeconds: {value: 1, help: 'Seconds until a new mailing starts, unless scheduled'},
  runSeconds: {value: 1, help: 'Seconds that a mailing takes, at least'},
  mailsPerSecond: {value: 5000, range: [0.001, 1e9], help: 'Emails sent per second'},
  arriveSeconds: {value: 0.5, help: 'Seconds until an email arrives or bounces, at most'},
  openSeconds: {value: 2, help: 'Seconds until an email is opened, at most'},
  bounceRate: {value: 0.05, range: [0, 1], help: 'Share of emails that bounce'},
  openRate: {value: 0.5, range: [0, 1], help: 'Share of delivered emails that are opened'},
  unsubscribeRate: {value: 0.1, range: [0, 1], help: 'Share of readers who unsubscribe'},
} as const satisfies {readonly [name: string]: Setting};

export type Setting = {
  /** The default; of choices, it is the first. */
  readonly value?: string | number | boolean;
  readonly choices?: readonly [string, ...string[]];
  /** The smallest and largest number; from 0 on if omitted. */
  readonly range?: readonly [least: number, greatest: number];
  readonly help: string;
};

export const defaultOf = ({choices, value = choices?.[0] ?? ''}: Setting): string | number | boolean => value;

/** All settings: the given ones, and defaults for the others. */
export const settingsWith = (changes: Partial<Settings> = {}): Settings => ({
  ...(Object.fromEntries(Object.entries(defaults).map(([name, setting]) => [name, defaultOf(setting)])) as Settings),
  ...changes,
});
