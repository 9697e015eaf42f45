import {inOrder, lintHtml} from '../../html/lint.js';
import {lintTags} from '../../html/lint-tags.js';
import type {SizeOf} from '../../html/lint-weight.js';
import {markdownForReaders} from '../../html/read-text.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import {pictureFile} from '../../markdown/picture-files.js';
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
  address =>
    pictureFile(cwd, email, address)?.size;
