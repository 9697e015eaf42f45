import {hostOf} from '../accounts/base-url.js';
import {keptNames, keptPath} from '../accounts/kept-deletions.js';
import {type KeptCount, readKeptHeader, readKeptKinds} from '../accounts/read-kept-deletion.js';
import {BACK} from '../commands/ask.js';
import type {Context, OwnQuestion} from '../commands/command.js';
import type {KeptKind} from '../commands/keeping/keeping.js';
import {loadCollections} from '../endpoints/all.js';
import type {Result} from '../output/results/result.js';
import type {Host} from '../system/host.js';
import {andList, counted} from '../words/sentence.js';
import type {Copy} from './kept-list.schema.js';

/** The kept copies, the latest last. */
export async function keptList({host, notice}: Context): Promise<Result> {
  const copies = await readCopies(host);
  const last = copies.at(-1);
  if (!last) notice('There are no copies of deletions on this machine.');
  return {
    kind: 'data',
    data: copies.map(
      ({kinds, ...copy}): Copy => ({
        ...copy,
        records: Object.fromEntries([...kinds].map(([kind, {count}]) => [kind, count])),
      }),
    ),
    text: last ? `${(await linesOf(copies)).join('\n')}\nTo bring one back: emk restore ${last.name}\n` : '',
    prose: true,
  };
}

/** Asks a person which copy to bring back, the latest first. Where nobody chooses, all are listed. */
export const askCopy: OwnQuestion = async ({host, reader, screenWidth, ask}, _, canGoBack) => {
  const copies = reader === 'people' && screenWidth !== undefined ? await readCopies(host) : [];
  if (copies.length === 0) return {};
  const lines = await linesOf(copies);
  const from = copies.map(({name}, at) => ({name: lines[at]?.slice(name.length).trim() ?? name, value: name}));
  const name = await ask.guided.pick('Bring back what?', {from: from.reverse(), canGoBack});
  return name === BACK ? BACK : {name};
};

async function readCopies(host: Host): Promise<readonly ReadCopy[]> {
  const copies: ReadCopy[] = [];
  for (const name of keptNames(host)) {
    const {deleted, origin} = await readKeptHeader(keptPath(host, name));
    copies.push({name, deleted, account: origin, kinds: await readKeptKinds(keptPath(host, name))});
  }
  return copies;
}

type Collections = Awaited<ReturnType<typeof loadCollections>>;

/** A copy with the first of its records of each kind, whose names people see. */
type ReadCopy = Omit<Copy, 'records'> & {readonly kinds: ReadonlyMap<KeptKind, KeptCount>};

/** A line for each copy. It names the account where there are copies of several. */
async function linesOf(copies: readonly ReadCopy[]): Promise<readonly string[]> {
  const collections = await loadCollections();
  const isOfOne = new Set(copies.map(({account}) => account)).size === 1;
  return copies.map(({name, deleted, account, kinds}) => {
    const what = andList([...kinds].map(([kind, kept]) => recordsInWords(kind, kept, collections)));
    const from = account === 'sandbox' ? 'the sandbox' : hostOf(account);
    const where = isOfOne ? '' : `, from ${from}`;
    return `${name}  ${deleted.slice(0, 16).replace('T', ' ')} UTC  ${what}${where}`;
  });
}

/** One record by its name, and several by their number. */
function recordsInWords(kind: KeptKind, {count, first}: KeptCount, collections: Collections): string {
  const {noun, label} = collections.find(({path}) => path === kind) ?? {noun: {one: kind, many: kind}, label: 'name'};
  const called = String(first[label] ?? '');
  if (count > 1 || called === '') return counted(count, noun.one, noun.many);
  return called.includes('@') ? `${noun.one} ${called}` : `${noun.one} "${called}"`;
}
