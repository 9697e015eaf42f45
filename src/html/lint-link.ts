import type {Finding} from '../records/fields/finding.schema.js';
import {excerpt} from './excerpt.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {type Reach, reachOf, respelt} from './reach.js';

/** The names of places in a mail that links can lead to. */
export type Targets = ReadonlySet<string | undefined>;

export function* lintLink(element: Element, targets: Targets): Generator<Finding> {
  const href = attributeOf(element, 'href');
  if (href === undefined) {
    const isTarget = ['name', 'id'].some(name => attributeOf(element, name) !== undefined);
    if (!isTarget) yield {...leadsNowhere, says: 'This link has no address.', ...placeOf(element)};
    return;
  }
  const reach = reachOf(href);
  if (reach === 'anchor' && targets.has(href.trim().slice(1))) return;
  const told = troubles[reach]?.(excerpt(href), respelt(href));
  if (told) yield {...told, ...placeOf(element, 'href')};
}

type Unplaced = Omit<Finding, 'line' | 'column'>;

const leadsNowhere = {
  check: 'link-empty',
  level: 'error',
  hint: 'Add the full address, starting with https://',
} as const;

/** The words for each kind of address that readers cannot or should not follow. */
const troubles: {readonly [reach in Reach]?: (address: string, corrected: string) => Unplaced} = {
  nothing: address => ({...leadsNowhere, says: `This link leads nowhere${address ? `: href="${address}"` : ''}.`}),
  anchor: address => ({...leadsNowhere, says: `Nothing in the mail is called ${address}, so this link leads nowhere.`}),
  relative: address => ({
    check: 'link-relative',
    level: 'error',
    says: `The address of this link is incomplete: ${address}.`,
    hint: 'Links in mail need the full address, starting with https://',
  }),
  misspelt: (address, corrected) => ({
    check: 'link-misspelt',
    level: 'error',
    says: `This link starts with a typo, so it opens nothing: ${address}.`,
    hint: `Did you mean ${excerpt(corrected)}?`,
  }),
  broken: address => ({
    check: 'link-broken',
    level: 'error',
    says: `This address cannot be opened: ${address}.`,
    hint: 'Fix the address.',
  }),
  here: address => ({
    check: 'link-localhost',
    level: 'error',
    says: `This link leads to your own machine or network: ${address}.`,
    hint: 'Write the address of the public page.',
  }),
  http: address => ({
    check: 'link-http',
    level: 'warning',
    says: `This link is not encrypted: ${address}.`,
    hint: 'Use https:// if the page supports it.',
  }),
  code: address => ({
    check: 'script',
    level: 'error',
    says: `This link is code, which no mail program runs: ${address}.`,
    hint: 'Add the address it should open.',
  }),
  data: address => ({
    check: 'link-broken',
    level: 'error',
    says: `This link contains data, which no mail program opens: ${address}.`,
    hint: 'Put the file on a web server, and name its address.',
  }),
};
