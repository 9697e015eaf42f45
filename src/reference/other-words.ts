import {errorCodes} from '../errors.js';
import {formats} from '../output/results/format.js';
import {lookUp} from '../words/look-up.js';

/**
 * Other words for commands and topics, from other tools and from people who ask: help, unknown words and the search of the
 * site read them. A place is what follows `emk`; of a word with several places, the first counts.
 */
export const placeWords: {readonly [place: string]: string} = {
  'help sending':
    'send mail mails mailing mailings email emails newsletter newsletters campaign campaigns schedule scheduling plan reschedule cancel pause draft drafts',
  'help lists':
    'list audience audiences people subscribers lists-and-segments unsubscribe unsubscribed unsubscribing subscriber',
  'help dates': 'date time times timezone timezones time-zone zone clock moment moments when',
  'help files':
    'file csv excel spreadsheet spreadsheets encoding encodings characters umlauts export exporting html markdown',
  'help undo': 'undoing delete deleting deleted undelete recover revert back backup mistake',
  'help import': 'importing upload migrate migration mailchimp hubspot brevo sendinblue mailerlite',
  'help warehouse': 'warehouses database databases parquet singer meltano dlt duckdb bigquery snowflake etl sql',
  'help output': 'json format formats printing columns where filter filters jq',
  'help options': 'option flags globals quiet verbose debug retry retries timeout lock rate-limit',
  'help contract': 'stability versions compatibility',
  'help exit-codes': 'exit exit-code codes status-codes',
  'help errors': `error ${errorCodes.join(' ')}`,
  'help environment': 'env variables proxy color colors colour colours pager windows accessibility screen-reader',
  'help testing': 'test tests ci github docker',
  'help recipes': 'recipe cron examples pipelines',
  'help agents': 'agent ai llm claude cursor',
  'help scripting': 'script scripts automate',
  login:
    'keys api-keys secret key api-key password credentials guard protected read-only init setup signin connect configure',
  logout: 'signout log-out',
  'auth status': 'whoami status account',
  'auth list': 'profile profiles accounts',
  'auth rename': 'rename',
  switch: 'use',
  'config list': 'settings',
  'config set': 'set',
  '--version': 'version about',
  import: 'upload load',
  'contacts export': 'download',
  contacts: 'subscribers users members customers clients person',
  find: 'lookup grep',
  'segments recipients': 'recipients',
  'contact-types': 'audiences types contacttypes contact-type-id',
  fields: 'custom-fields',
  'unsubscribe-groups': 'groups',
  'unsubscribers add': 'unsubscribe optout opt-out block suppress',
  unsubscribers: 'unsubscribe suppressions unsubscribes unsubscribed optouts blocklist',
  'single-sends': 'sends campaigns singlesends utr newsletters mail mails emails broadcasts',
  'single-sends list': 'sent history drafts',
  send: 'write compose new-mailing',
  results: 'stats statistics bounces opens opened clicked open-rate clicks click-rate analytics performance',
  'single-sends check': 'check spam',
  'single-sends prepare': 'prepare',
  test: 'test-mail send-test',
  'templates preview': 'preview',
  'templates lint': 'lint',
  'contacts sync': 'sync',
  'contacts erase': 'erase forget gdpr dsgvo privacy personal-data right-to-be-forgotten',
  'contacts edit': 'edit',
  'contacts import undo': 'undo',
  'contacts import resume': 'resume',
  'account pull': 'pull',
  'account apply': 'apply',
  report: 'reports overview dashboard',
  agenda: 'today calendar upcoming planned scheduled next week',
  'help topics': 'docs documentation manual guide guides topics',
  doctor: 'diagnose ping health',
  restore: 'undelete recover trash bin',
  automations: 'workflows flows journeys autoresponders',
  'automations schedules': 'schedules',
  'templates tags': 'tags personalization variables',
  'locations countries': 'countries',
  'locations states': 'states',
  'locations cities': 'cities',
  api: 'request curl',
  'sandbox tour': 'demo tour start tutorial quickstart play',
  'single-sends copy': 'resend',
  'automations create': 'welcome drip',
  completion: 'tab autocomplete',
};

const places = byWord(placeWords);

/** The topic that a word means: `csv` is `files`. */
export const topicMeant = (word: string): string | undefined => placeMeant(word, true)?.slice('help '.length);

/** The command that a word means, or its plural: `gdpr` is `contacts erase`. */
export const commandMeant = (word: string): string | undefined =>
  placeMeant(word, false) ?? placeMeant(`${word}s`, false);

const placeMeant = (word: string, isTopic: boolean): string | undefined =>
  places.get(word)?.find(place => place.startsWith('help ') === isTopic);

/** Every word that means a command. */
export const wordsForCommands: readonly string[] = [...places.keys()].filter(word => commandMeant(word) !== undefined);

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

/** Other words for verbs, and the commands that may be meant, likelier ones first. */
export const verbSynonyms = byWord(verbWords);

/** The other words for a verb. */
export const wordsForVerb = (verb: string): string => lookUp(verbWords, verb) ?? '';

/** Other words for options, and the options that may be meant, likelier ones first. */
export const optionSynonyms = byWord({
  output: `format ${formats.join(' ')}`,
  where: 'filter query search grep q',
  columns: 'fields field select wide',
  sort: 'order order-by sort-by',
  limit: 'n top max page per-page number',
  yes: 'force f no-confirm assume-yes',
  quiet: 'silent',
  'dry-run': 'preview simulate',
  'no-input': 'non-interactive batch',
  profile: 'account',
  'base-url': 'url host',
  type: 'list contact-type contact-type-id',
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

/** Turns names with their other words into words with the names that they may mean, in the order of the names. */
function byWord(names: {readonly [name: string]: string}): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, words] of Object.entries(names)) {
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), name]);
  }
  return found;
}
