import {formats} from '../output/results/format.js';

/** The words of other tools, and the places in emk that they mean, each as the words after `emk`. */
export const placeSynonyms: ReadonlyMap<string, string> = new Map(
  [
    ...byWord({
      login:
        'keys api-keys secret key api-key password credentials guard protected read-only init setup signin connect configure',
      logout: 'signout log-out',
      'auth status': 'whoami status account',
      'auth list': 'profile profiles accounts',
      'auth rename': 'rename',
      switch: 'use',
      'config list': 'settings',
      'config set': 'set',
      '--version': 'version',
      import: 'upload load',
      'contacts export': 'download',
      contacts: 'subscribers users members customers clients person',
      find: 'lookup grep',
      'segments recipients': 'recipients',
      'contact-types': 'audiences types contacttypes contact-type-id',
      fields: 'custom-fields',
      'unsubscribe-groups': 'groups',
      'unsubscribers add': 'unsubscribe optout block suppress',
      unsubscribers: 'suppressions unsubscribes unsubscribed optouts blocklist',
      'single-sends': 'sends campaigns singlesends utr newsletters mail mails emails broadcasts',
      send: 'write compose new-mailing',
      results: 'stats statistics bounces opens clicks analytics performance',
      'single-sends check': 'check spam',
      'single-sends prepare': 'prepare',
      test: 'test-mail send-test',
      'templates preview': 'preview',
      'templates lint': 'lint',
      'contacts sync': 'sync',
      'contacts erase': 'erase forget gdpr privacy',
      'contacts why': 'why',
      'contacts edit': 'edit',
      'contacts dossier': 'dossier',
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
      'contacts dedupe': 'duplicates dedupe merge',
      'single-sends copy': 'resend',
      'automations create': 'welcome drip',
      completion: 'tab autocomplete',
    }),
  ].map(([word, [place = '']]) => [word, place]),
);

/** Other words for verbs, and the commands that may be meant, likelier ones first. */
export const verbSynonyms = byWord({
  list: 'ls all find',
  show: 'view details info open',
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
});

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
  type: 'list',
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
