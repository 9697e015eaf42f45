import {inOrder, lintHtml} from '../../html/lint.js';
import {lintTags} from '../../html/lint-tags.js';
import {markdownForReaders} from '../../html/read-text.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import type {Finding} from '../../records/fields/finding.schema.js';

/** What is wrong with a mail, at the places in the user's file. */
export const lintEmail = ({html, placeOf, markdown}: MadeEmail, tags: readonly string[]): readonly Finding[] =>
  inOrder([
    ...lintHtml(html, markdown === undefined ? tags : undefined).map(({line, column, ...found}) => ({
      ...found,
      ...(line === undefined ? {} : placeOf({line, column: column ?? 1})),
    })),
    ...(markdown === undefined ? [] : lintTags(markdownForReaders(markdown), tags)),
  ]);
