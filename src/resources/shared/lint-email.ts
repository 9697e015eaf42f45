import {lintHtml} from '../../html/lint.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import type {Host} from '../../system/host.js';
import {picturesBeside} from './pictures-beside.js';

/** What is wrong with a mail, at the places in the user's file. */
export const lintEmail = (
  {cwd}: Pick<Host, 'cwd'>,
  {html, placeOf}: MadeEmail,
  {file, tags}: {readonly file: string; readonly tags: readonly string[]},
): readonly Finding[] =>
  lintHtml(html, {tags, sizeOf: picturesBeside(cwd, file)}).map(({line, column, ...found}) => ({
    ...found,
    ...(line === undefined ? {} : placeOf({line, column: column ?? 1})),
  }));
