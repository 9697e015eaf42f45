import {statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {inOrder, lintHtml} from '../../html/lint.js';
import {lintTags} from '../../html/lint-tags.js';
import type {SizeOf} from '../../html/lint-weight.js';
import {markdownForReaders} from '../../html/read-text.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import type {Host} from '../../system/host.js';

/** What is known of a mail: its file, the tags of the account, and the mail programs that count. */
type About = {
  readonly file: string;
  readonly tags: readonly string[];
  readonly programs?: ReadonlySet<string> | undefined;
};

/** What is wrong with a mail, at the places in the user's file. */
export const lintEmail = (
  {cwd}: Pick<Host, 'cwd'>,
  {html, placeOf, markdown}: MadeEmail,
  {file, tags, programs}: About,
): readonly Finding[] =>
  inOrder([
    ...lintHtml(html, {
      tags: markdown === undefined ? tags : undefined,
      sizeOf: picturesBeside(cwd, file),
      programs,
    }).map(({line, column, ...found}) => ({
      ...found,
      ...(line === undefined ? {} : placeOf({line, column: column ?? 1})),
    })),
    ...(markdown === undefined ? [] : lintTags(markdownForReaders(markdown), tags)),
  ]);

/** Finds the pictures of a mail that are files beside it, to sum up their sizes. */
const picturesBeside =
  (cwd: string, email: string): SizeOf =>
  address => {
    try {
      const isUrl = /^[a-z][a-z0-9+.-]+:/i.test(address);
      const path = isUrl ? fileURLToPath(address) : decodeURI(address.replace(/[?#].*$/s, ''));
      const found = statSync(resolve(dirname(resolve(cwd, email)), path), {throwIfNoEntry: false});
      return found?.isFile() ? found.size : undefined;
    } catch {
      // A web address, or not a path at all.
      return undefined;
    }
  };
