import {keptNames, keptPath} from '../accounts/kept-deletions.js';
import {readKeptHeader, readKeptKinds} from '../accounts/read-kept-deletion.js';
import type {Context} from '../commands/command.js';
import type {Result} from '../output/results/result.js';
import {counted} from '../words/count.js';
import {andList} from '../words/list.js';
import type {Copy} from './kept-list.schema.js';

/** The kept copies, the latest last. */
export async function keptList({host, notice}: Context): Promise<Result> {
  const copies: Copy[] = [];
  for (const name of keptNames(host)) {
    const {deleted, origin} = await readKeptHeader(keptPath(host, name));
    const counts = await readKeptKinds(keptPath(host, name));
    copies.push({name, deleted, account: origin, records: Object.fromEntries(counts)});
  }
  if (copies.length === 0) notice('There are no copies: nothing was deleted lately.');
  return {kind: 'data', data: copies, text: copies.map(copyInWords).join(''), prose: true};
}

const copyInWords = ({name, deleted, account, records}: Copy): string => {
  const what = Object.entries(records).map(([kind, count]) =>
    counted(count, kind.replaceAll('-', ' ').replace(/s$/, '')),
  );
  return `${name}  ${deleted.slice(0, 16).replace('T', ' ')} UTC, ${account}: ${andList(what)}\n`;
};
