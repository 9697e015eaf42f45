import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {readLetter} from '../../../src/letters/html/parse.js';
import type {Shell} from '../../support/shell.js';

/** The structure of a page, without its texts. */
export const elementsOf = (page: string): string[] =>
  readLetter(page).elements.map(({tagName, attrs}) => `${tagName} ${attrs.map(({name}) => name).join(' ')}`);

/** The page of a report on the account of this shell. */
export async function pageOf(shell: Shell): Promise<string> {
  await shell.emk('report page.html --overwrite');
  return readFileSync(join(shell.folder, 'page.html'), 'utf8');
}
