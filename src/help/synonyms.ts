import {formats} from '../output/results/format.js';

/**
 * Other words for commands, from other tools and from people who ask: help and unknown words read them. A place is what
 * follows `emk`; of a word with several places, the first counts.
 */
const commandWords: {readonly [place: string]: string} = {
  login: 'keys api-keys secret key api-key password credentials guard protected read-only init setup signin connect',
  logout: 'signout log-out',
  'auth status': 'whoami status account profile profiles accounts',
  switch: 'use',
  '--version': 'version about',
  import: 'upload load',
  'contacts export': 'download',
  contacts: 'subscribers users members customers clients person',
  find: 'lookup grep',
  'segments recipients': 'recipients',
  lists: 'audiences types contacttypes',
  'unsubscribes add': 'optout opt-out block suppress',
  unsubscribes: 'suppressions unsubscribed optouts blocklist',
  mailings: 'sends campaigns newsletters mail mails emails broadcasts',
  'mailings list': 'sent history drafts',
  send: 'write compose',
  results: 'statistics bounces opens opened clicked open-rate clicks click-rate analytics performance',
  'mailings check': 'check spam',
  'templates preview': 'preview',
  'templates lint': 'lint',
  'contacts sync': 'sync',
  'contacts erase': 'erase forget gdpr dsgvo privacy personal-data right-to-be-forgotten',
  report: 'overview dashboard',
  agenda: 'today calendar upcoming planned scheduled next week',
  doctor: 'diagnose ping health',
  undo: 'undelete recover revert trash bin',
  automations: 'workflows flows journeys autoresponders',
  'templates tags': 'tags personalization variables',
  'sandbox tour': 'demo tour tutorial quickstart play',
};

const places = byWord(commandWords);

/** The command that a word means, or its plural: `gdpr` is `contacts erase`. */
export const commandMeant = (word: string): string | undefined => places.get(word)?.[0] ?? places.get(`${word}s`)?.[0];

/** The verbs of most kinds of record. */
export const usualVerbs: readonly string[] = ['list', 'show', 'create', 'update', 'delete'];

/** Other words for verbs, and the commands that may be meant, likelier ones first. */
export const verbSynonyms = byWord({
  list: 'ls all find search',
  show: 'view details info open find search',
  create: 'new make insert save',
  add: 'new make insert save',
  update: 'edit change modify rename set',
  delete: 'remove del destroy drop',
  duplicate: 'copy clone',
  'set-live': 'start activate enable launch live',
  pause: 'stop disable deactivate',
  verify: 'resend confirm',
});

/** Other words for options, and the options that may be meant, likelier ones first. */
export const optionSynonyms = byWord({
  output: `format ${formats.join(' ')}`,
  where: 'filter query search grep q country state',
  columns: 'fields field select',
  sort: 'order order-by sort-by',
  limit: 'n top max page per-page number',
  yes: 'force f no-confirm assume-yes',
  quiet: 'silent',
  'dry-run': 'preview simulate',
  'no-input': 'non-interactive batch',
  profile: 'account',
  'base-url': 'url host',
  to: 'list audience recipients',
  for: 'audience',
  from: 'sender',
  except: 'exclude without',
  at: 'date when time schedule schedule-date',
  name: 'title',
  subject: 'title',
  html: 'body content template-html',
  wait: 'delay',
});

/** Turns names with their other words into words with the names that they may mean, in the order of the names. */
function byWord(names: {readonly [name: string]: string}): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, words] of Object.entries(names)) {
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), name]);
  }
  return found;
}
