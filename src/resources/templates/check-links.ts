import {STATUS_CODES} from 'node:http';
import type {Context} from '../../commands/command.js';
import {excerpt} from '../../html/excerpt.js';
import {attributeOf, type Element, elementsIn, type Place, parseHtml, placeOf} from '../../html/parse.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {error, warning} from '../../records/fields/make-finding.js';
import {counted, plural, sum} from '../../words/sentence.js';
import {type Followed, followAddresses} from './follow-address.js';

/** Opens the web addresses of mails, each once for all of them, and finds in each mail those that do not work. */
export async function checkLinks(
  context: Context,
  emails: readonly MadeEmail[],
): Promise<ReadonlyArray<readonly Finding[]>> {
  const found = emails.map(({html}) => linkedAddresses(html));
  const addresses = [...new Set(found.flatMap(({linked}) => linked.map(({address}) => address)))];
  const all = counted(addresses.length, 'address', 'addresses');
  if (context.globals.dryRun) {
    context.notice(`A dry run: ${all} would be opened.`);
    return emails.map(() => []);
  }
  const followed = await followAddresses(context, addresses);
  const trouble = (linked: Linked): Finding | undefined => troubleOf(linked, followed.get(linked.address));
  if (context.globals.verbose)
    for (const address of addresses) context.notice(answerLine(address, followed.get(address)));
  const bad = new Set(found.flatMap(({linked}) => linked.filter(trouble).map(({address}) => address))).size;
  const good = addresses.length - bad;
  const state = bad === 0 ? 'all are' : good === 0 ? 'none is' : `${good} ${plural(good, 'is', 'are')}`;
  context.notice(
    `emk opened ${all}${addresses.length === 0 ? '' : `; ${state} in order`}.${withTagsInWords(sum(found.map(each => each.withTags)))}`,
  );
  return found.map(({linked}, at) =>
    linked.flatMap(each => {
      const told = trouble(each);
      return told ? [{...told, ...(each.place && emails[at]?.placeOf(each.place))}] : [];
    }),
  );
}

function withTagsInWords(count: number): string {
  if (count === 0) return '';
  const them = counted(count, 'address', 'addresses');
  return ` It did not open ${them} with tags, because ${plural(count, 'it is', 'they are')} different for each reader.`;
}

/** What is wrong with an address that answered like this; undefined if nothing is. */
function troubleOf({address, isPicture}: Linked, followed: Followed | undefined): Finding | undefined {
  if (!followed) return undefined;
  const [what, name] = isPicture ? ['picture', 'image'] : ['link', 'link'];
  const shown = excerpt(address);
  if (followed.kind === 'silent')
    return followed.hasServer
      ? warning(`${name}-unsure`, `emk cannot tell whether this ${what} works: ${shown}. ${followed.why}.`, byHand)
      : error(
          `${name}-dead`,
          `This ${what} cannot be opened: there is no server ${new URL(address).host}.`,
          'Check the spelling of the address, and your network.',
        );
  const {status, type = '', end, redirects} = followed;
  const after = redirects.length > 0 ? ` after a redirect to ${excerpt(end)}` : '';
  const answer = `${shown} answers ${statusInWords(status)}${after}`;
  if (status === 404 || status === 410)
    return error(
      `${name}-dead`,
      isPicture ? `This picture is not there: ${answer}.` : `This link leads to no page: ${answer}.`,
      'Fix the address, or remove it.',
    );
  if (status >= 300) return warning(`${name}-unsure`, `emk cannot tell whether this ${what} works: ${answer}.`, byHand);
  if (isPicture && /^(?:text|application\/(?:xhtml|json))/i.test(type))
    return error(
      'image-dead',
      `This is the address of a page and not of a picture, so readers see none: ${shown}.`,
      'Use the address of the picture itself: browsers copy it with a click on the right button.',
    );
  return movedTo(address, end, redirects)
    ? warning(
        `${name}-moved`,
        `This ${what} has moved: ${shown} leads to ${excerpt(end)}.`,
        `Write the new address: ${end}`,
      )
    : undefined;
}

/** Whether an address has moved for good, or opens the front page of its site, as many sites do for pages that are gone. */
function movedTo(address: string, end: string, redirects: readonly number[]): boolean {
  const [from, to] = [new URL(address), new URL(end)];
  if (redirects.length === 0 || likeEachOther(from) === likeEachOther(to)) return false;
  const isFront = to.pathname === '/' && from.pathname !== '/' && hostOf(from) === hostOf(to);
  return isFront || redirects.every(status => status === 301 || status === 308);
}

/** An address without what servers add or remove themselves: https, www, and the slash at its end. */
const likeEachOther = (url: URL): string => `${hostOf(url)}${url.pathname.replace(/\/$/, '')}${url.search}`;

const hostOf = ({host}: URL): string => host.replace(/^www\./, '');

/** An address and its answer on one line, for --verbose. */
function answerLine(address: string, followed: Followed | undefined): string {
  if (followed?.kind !== 'answered') return `${address} → ${followed?.why}`;
  const {status, end, redirects} = followed;
  return [address, ...redirects, ...(redirects.length > 0 ? [end] : []), status].join(' → ');
}

const statusInWords = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`.trim();

const byHand = 'Open it in a browser.';

/** A web address that readers of a mail open or whose picture they see, with its first place. */
type Linked = {readonly address: string; readonly isPicture: boolean; readonly place: Place | undefined};

/** The web addresses of a mail, each once, and how many hold a tag: those differ for every reader. */
function linkedAddresses(html: string): {readonly linked: readonly Linked[]; readonly withTags: number} {
  const linked = new Map<string, Linked>();
  const withTags = new Set<string>();
  for (const element of elementsIn(parseHtml(html))) {
    const attribute = addressAttributes.get(element.tagName);
    const written = attribute && webAddress(element, attribute);
    if (!attribute || !written) continue;
    const isPicture = element.tagName === 'img';
    const address = URL.canParse(written) ? withoutPlace(written) : undefined;
    if (written.includes('((')) withTags.add(written);
    else if (address !== undefined && !linked.has(`${isPicture} ${address}`))
      linked.set(`${isPicture} ${address}`, {address, isPicture, place: placeOf(element, attribute)});
  }
  return {linked: [...linked.values()], withTags: withTags.size};
}

const addressAttributes: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['img', 'src'],
]);

/** Undefined for what begins with a tag, such as the way to unsubscribe, and for mailto. */
const webAddress = (element: Element, attribute: string): string | undefined =>
  /^\s*(https?:\/\/.*?)\s*$/is.exec(attributeOf(element, attribute) ?? '')?.[1];

/** An address without the place in its page, which servers do not learn. */
function withoutPlace(written: string): string {
  const url = new URL(written);
  url.hash = '';
  return url.href;
}
