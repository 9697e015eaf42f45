import {formats} from '../output/results/format.js';

/**
 * Other words for commands, from other tools and from people who ask: help and unknown words read them. A place is what
 * follows `emk`; of a word with several places, the first counts.
 */
const placeWords: {readonly [place: string]: string} = {
  login:
    'keys api-keys secret key api-key password credentials guard protected read-only init setup signin connect configure',
  logout: 'signout log-out',
  'auth status': 'whoami status account profile profiles accounts',
  switch: 'use',
  'config list': 'settings',
  'config set': 'set',
  '--version': 'version about',
  import: 'upload load',
  'contacts export': 'download export',
  contacts: 'subscribers users members customers clients person',
  find: 'lookup grep',
  'segments recipients': 'recipients',
  lists: 'audiences types contacttypes contact-type-id',
  fields: 'custom-fields',
  groups: 'groups',
  'unsubscribes add': 'unsubscribe optout opt-out block suppress',
  unsubscribes: 'unsubscribe suppressions unsubscribes unsubscribed optouts blocklist',
  mailings: 'sends campaigns singlesends utr newsletters mail mails emails broadcasts',
  'mailings list': 'sent history drafts',
  send: 'write compose new-mailing',
  results: 'stats statistics bounces opens opened clicked open-rate clicks click-rate analytics performance',
  'mailings check': 'check spam',
  test: 'test-mail send-test',
  'templates preview': 'preview',
  'templates lint': 'lint',
  'contacts sync': 'sync',
  'contacts erase': 'erase forget gdpr dsgvo privacy personal-data right-to-be-forgotten',
  'contacts import resume': 'resume',
  'account pull': 'pull',
  'account apply': 'apply',
  report: 'reports overview dashboard',
  agenda: 'today calendar upcoming planned scheduled next week',
  doctor: 'diagnose ping health',
  undo: 'restore undelete recover revert trash bin',
  automations: 'workflows flows journeys autoresponders',
  'automations emails': 'schedules',
  'templates tags': 'tags personalization variables',
  'locations countries': 'countries',
  'locations states': 'states',
  'locations cities': 'cities',
  api: 'request curl',
  'sandbox tour': 'demo tour start tutorial quickstart play',
  'mailings copy': 'resend',
  'automations create': 'welcome drip',
  completion: 'tab autocomplete',
};

const places = byWord(placeWords);

/** The command that a word means, or its plural: `gdpr` is `contacts erase`. */
export const commandMeant = (word: string): string | undefined => places.get(word)?.[0] ?? places.get(`${word}s`)?.[0];

/** Every word that means a command. */
export const wordsForCommands: readonly string[] = [...places.keys()];

const verbWords: {readonly [verb: string]: string} = {
  list: 'ls all find search',
  show: 'view details info open find search',
  create: 'new make insert save',
  add: 'new make insert save',
  update: 'edit change modify rename set',
  delete: 'remove del destroy drop',
  duplicate: 'copy clone',
  'set-live': 'start activate enable launch live',
  serve: 'start',
  pause: 'stop disable deactivate',
  verify: 'resend confirm',
  import: 'upload load',
  export: 'download',
  switch: 'use select',
  status: 'whoami',
  stats: 'results report',
  wait: 'watch follow',
};

/** The verbs of most kinds of record. */
export const verbs: readonly string[] = ['list', 'show', 'create', 'update', 'delete'];

/** Other words for verbs, and the commands that may be meant, likelier ones first. */
export const verbSynonyms = byWord(verbWords);

/** Other words for options, and the options that may be meant, likelier ones first. */
export const optionSynonyms = byWord({
  output: `format ${formats.join(' ')}`,
  where: 'filter query search grep q',
  columns: 'fields field select',
  sort: 'order order-by sort-by',
  limit: 'n top max page per-page number',
  yes: 'force f no-confirm assume-yes',
  quiet: 'silent',
  'dry-run': 'preview simulate',
  'no-input': 'non-interactive batch',
  profile: 'account',
  'base-url': 'url host',
  type: 'list list contact-type-id',
  to: 'list audience recipients',
  for: 'audience',
  from: 'sender',
  except: 'exclude without',
  at: 'date when time schedule schedule-date',
  name: 'title',
  subject: 'title',
  html: 'body content template-html',
  'reply-to': 'reply-to-email',
  wait: 'delay',
});

const SCHEDULE =
  'To plan a mailing: emk send --at "tomorrow 9am". To move one: emk reschedule NAME --at "tomorrow 9am"';
const CANCEL = 'To stop a scheduled mailing, and keep a copy to send later: emk cancel NAME';
const PAUSE =
  'Only an automation can be paused: emk automations pause NAME. To stop a scheduled mailing: emk cancel NAME';
const LEAVE = 'There is nothing to leave: each line of emk ends by itself.';
const IN_SERVICE = 'You can create, change and delete them only in the service.';

/** What other tools have as a command and emk does another way, by its place in the tree. */
export const otherWays: ReadonlyMap<string, string> = new Map([
  ...['', 'mailings '].flatMap(
    (place): Array<[string, string]> => [
      [`${place}schedule`, SCHEDULE],
      [`${place}plan`, SCHEDULE],
      [`${place}unschedule`, CANCEL],
      [`${place}stop`, CANCEL],
      [`${place}pause`, PAUSE],
    ],
  ),
  ['mailings postpone', SCHEDULE],
  [
    'mailings send',
    'To send a new mailing now: emk send --now. To send one again: emk mailings copy NAME --at "tomorrow 9am"',
  ],
  ['quit', LEAVE],
  ['exit', LEAVE],
  ['segments show', 'To see who is in a segment: emk segments recipients list NAME'],
  ['segments create', 'You can create segments only in the service. emk lists, fills and deletes them.'],
  ['segments update', 'You can change segments only in the service. emk lists, fills and deletes them.'],
  ['templates create', `${IN_SERVICE} To mail your own HTML: emk send --html @FILE`],
  ['templates delete', IN_SERVICE],
]);

/** Turns names with their other words into words with the names that they may mean, in the order of the names. */
function byWord(names: {readonly [name: string]: string}): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, words] of Object.entries(names)) {
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), name]);
  }
  return found;
}
