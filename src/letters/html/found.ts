import type {Finding, TextPlace} from '../../records/fields/finding.js';

/** What is said of a finding, with {} for each part of the letter that it quotes, and the check that it belongs to. */
type Saying = readonly [level: Finding['level'], says: string, hint: string, check?: string];

/**
 * What a marketer should fix before sending, by its name for `--force`, unless the last part says another one. An error is
 * something that readers see broken, that keeps them from unsubscribing, or that gets the mail refused; a warning is
 * something that only some readers notice.
 */
const sayings = {
  // The whole letter.
  empty: ['error', 'There is nothing to read in this mail.', 'Is this the right file?'],
  'lost-characters': [
    'error',
    'Some characters of this mail were lost, because it is not written in UTF-8.',
    'Save it as UTF-8.',
  ],
  'no-unsubscribe': [
    'error',
    'Nobody can unsubscribe from this mail: ((unsubscribe_preferences)) is missing.',
    'Add a link: <a href="((unsubscribe_preferences))">Unsubscribe</a>',
  ],
  'no-address': [
    'warning',
    'There is no ((sender_address)) in this mail, and many countries require a postal address.',
    "Add it: the service fills in the sender's address.",
  ],
  'too-big': [
    'error',
    'The mail has {} KB. Gmail cuts off after 102 KB, and the unsubscribe link is lost.',
    'Shorten the text or its markup; pictures on a web server do not count.',
  ],

  // Links, by where they lead.
  'link-empty': ['error', 'This link leads nowhere.', 'Add the full address, starting with https://'],
  'link-relative': ['error', 'The address of this link is incomplete: {}.', 'Start it with https://'],
  'link-broken': ['error', 'This address cannot be opened: {}.', 'Fix the address.'],
  'link-localhost': ['error', 'This link leads to your own machine or network: {}.', 'Name the public page.'],
  'link-http': ['warning', 'This link is not encrypted: {}.', 'Use https:// if the page supports it.'],
  'link-code': ['error', 'This link is code, which no mail program runs: {}.', 'Add the address it opens.', 'script'],

  // Pictures, by where they are.
  'image-empty': ['error', 'This picture has no address.', 'Add src="https://…".'],
  'image-data': ['warning', 'Gmail and Outlook do not show this picture: it is data.', 'Put it on a web server.'],
  'image-localhost': ['error', 'This picture is on your own machine or network: {}.', 'Put it on a public web server.'],
  'image-relative': ['error', 'The address of this picture is incomplete: {}.', 'Start it with https://'],
  'image-broken': ['error', 'The address of this picture cannot be opened: {}.', 'Fix the address.'],
  'image-http': ['warning', 'This picture comes over http: {}. Some mail programs do not show it.', 'Write https://.'],
  'image-alt': ['warning', 'This picture has no alt text{}.', 'Say what it shows; alt="" if it is only decoration.'],

  // What mail programs remove or do not show.
  script: ['error', 'No mail program runs scripts, and filters refuse mail with scripts.', 'Remove it.'],
  handler: ['warning', 'This {} is code, which no mail program runs.', 'Remove it.', 'script'],
  form: ['warning', 'Most mail programs show no forms, or send nothing from them.', 'Link to a page with the form.'],
  iframe: ['error', 'Mail programs remove another page inside the mail.', 'Show a picture that links to it.'],
  'mail-programs': ['warning', '{} does not work in {}.', '{}'],
  'hidden-unsubscribe': [
    'error',
    'Readers cannot see the link to unsubscribe, so they report the mail as spam instead.',
    'Show it in words, in a size that people can read.',
  ],
  'hidden-text': [
    'warning',
    'Readers cannot see this text: {}. Filters take hidden text for spam.',
    'Remove it, or show it.',
  ],

  // Tags, in subjects and preheaders too.
  'unknown-tag': ['error', '{} is not a tag of this account, so readers would see it exactly like this.', '{}'],
  'broken-tag': ['error', 'A bracket is missing in {}, so readers would see it exactly like this.', '{}'],
  'split-tag': [
    'error',
    'There is markup inside of {}, so readers would see it exactly like this.',
    'Write the tag in one piece, and put the markup around it.',
    'broken-tag',
  ],
  'foreign-tag': ['error', '{} is a tag of another tool, so readers would see it exactly like this.', '{}'],
} as const satisfies Readonly<Record<string, Saying>>;

export type SayingName = keyof typeof sayings;

/** The names of all checks of letters. */
export const letterChecks: readonly string[] = Object.entries(sayings).map(([name, [, , , check = name]]) => check);

/** A finding at a place, with the parts of the letter that it quotes, in the order of its sentence and its hint. */
export function found(name: SayingName, at: TextPlace | undefined, ...quoted: readonly string[]): Finding {
  const [level, says, hint, check = name]: Saying = sayings[name];
  const left = [...quoted];
  const filled = (text: string): string =>
    text
      .split('{}')
      .map((part, index) => (index === 0 ? part : `${left.shift() ?? ''}${part}`))
      .join('');
  return {check, level, says: filled(says), hint: filled(hint), ...at};
}

/** The name of what is said of a link or a picture that leads there; undefined if nothing is wrong with it. */
export function sayingOf(name: string): SayingName | undefined {
  return Object.hasOwn(sayings, name) ? (name as SayingName) : undefined;
}
