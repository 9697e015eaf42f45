import type {Finding} from '../../records/fields/finding.js';
import type {Place} from './parse.js';

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
  'no-lang': [
    'warning',
    'The mail does not say its language, so screen readers may read it in the wrong one.',
    'Add the language to <html>, such as <html lang="en">.',
  ],
  'filler-text': ['error', '"{}" is filler text, and readers would see it.', 'Replace it.'],
  'too-big': [
    'error',
    'The mail has {} KB. Gmail cuts off after 102 KB, and the unsubscribe link is lost.',
    'Shorten the text or its markup; pictures on a web server do not count.',
  ],
  'little-text': [
    'warning',
    'The mail has {} and {} of text. Filters may treat it as spam, and readers who block pictures see almost nothing.',
    'Say in text what the pictures say.',
  ],

  // Links, by where they lead.
  'link-none': ['error', 'This link has no address.', 'Add the full address, starting with https://', 'link-empty'],
  'link-empty': ['error', 'This link leads nowhere: href="{}".', 'Add the full address, starting with https://'],
  'link-anchor': [
    'error',
    'Nothing in the mail is called {}, so this link leads nowhere.',
    'Add the full address, starting with https://',
    'link-empty',
  ],
  'link-relative': [
    'error',
    'The address of this link is incomplete: {}.',
    'Links in mail need the full address, starting with https://',
  ],
  'link-broken': ['error', 'This address cannot be opened: {}.', 'Fix the address.'],
  'link-mail': ['error', 'This link writes to "{}", which is no email address.', 'Fix the address.', 'link-broken'],
  'link-data': [
    'error',
    'This link contains data, which no mail program opens: {}.',
    'Put the file on a web server, and name its address.',
    'link-broken',
  ],
  'link-localhost': [
    'error',
    'This link leads to your own machine or network: {}.',
    'Write the address of the public page.',
  ],
  'link-http': ['warning', 'This link is not encrypted: {}.', 'Use https:// if the page supports it.'],
  'link-code': [
    'error',
    'This link is code, which no mail program runs: {}.',
    'Add the address it should open.',
    'script',
  ],
  'link-other-domain': [
    'warning',
    'This link shows {} and leads to {}. Filters and readers take that for phishing.',
    'Show words in place of the address, or the address it leads to.',
  ],
  'linked-image-alt': [
    'warning',
    'This link is only a picture whose alt text is empty, so readers who block pictures see no link.',
    'Say in the alt text where the link leads.',
  ],
  'example-domain': [
    'warning',
    'This address is only an example: {}.',
    'Write the address of the real page or picture.',
  ],

  // Pictures, by where they are.
  'image-empty': ['error', 'This picture has no address.', 'Add src="https://…".'],
  'image-data': [
    'warning',
    'This picture is written into the mail as data, which Gmail and Outlook do not show.',
    'Put it on a web server, and name its address.',
  ],
  'image-localhost': ['error', 'This picture is on your own machine or network: {}.', 'Put it on a public web server.'],
  'image-relative': [
    'error',
    'The address of this picture is incomplete: {}.',
    'Pictures in mail need the full address, starting with https://',
  ],
  'image-broken': ['error', 'The address of this picture cannot be opened: {}.', 'Fix the address.'],
  'image-http': ['warning', 'This picture comes over http: {}. Some mail programs do not show it.', 'Write https://.'],
  'image-alt': [
    'warning',
    'This picture has no alt text{}.',
    'Add alt="…" that says what it shows, or alt="" if it is only decoration.',
  ],

  // What mail programs remove or do not show.
  script: ['error', 'No mail program runs scripts, and filters refuse mail with scripts.', 'Remove it.'],
  handler: ['warning', 'This {} is code, which no mail program runs.', 'Remove it.', 'script'],
  form: [
    'warning',
    'Most mail programs show no forms, or send nothing from them.',
    'Link to a page that holds the form.',
  ],
  iframe: [
    'error',
    'This shows another page inside the mail, which mail programs remove.',
    'Show a picture that links to the page.',
  ],
  'external-stylesheet': [
    'warning',
    'This stylesheet is not in the mail, and most mail programs do not fetch it.',
    'Put the styles into the mail: in a <style> in its head, or better on the elements.',
  ],
  'mail-programs': ['warning', '{} does not work in {}.', '{}'],
  'image-width': [
    'warning',
    '{} no width="…", and Outlook on Windows shows {} in full size.',
    'Add the width in pixels that the picture should have, such as width="600".',
    'mail-programs',
  ],
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
  unclosed: ['error', '{} is not closed{}.', 'Add {} where it ends.'],

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
  'foreign-tags': [
    'error',
    '{} and {} more like it are tags of another tool, so readers would see them exactly like this.',
    '{}',
    'foreign-tag',
  ],
} as const satisfies Readonly<Record<string, Saying>>;

export type SayingName = keyof typeof sayings;

/** The names of all checks of letters. */
export const letterChecks: readonly string[] = Object.entries(sayings).map(([name, [, , , check = name]]) => check);

/** A finding at a place, with the parts of the letter that it quotes, in the order of its sentence and its hint. */
export function found(name: SayingName, at: Place | undefined, ...quoted: readonly string[]): Finding {
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
