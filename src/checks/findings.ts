import {lintHtml} from '../html/lint.js';
import {lintTags} from '../html/lint-tags.js';
import type {Finding} from '../records/fields/finding.js';
import type {Letter} from './letter.js';
import {letterChecks} from './letter-checks.js';
import type {Mailing} from './mailing.js';
import {mailingChecks} from './mailing-checks.js';
import type {Said} from './said.js';

/** Everything that the checks find in a mailing, errors first. */
export const findingsOf = (mailing: Mailing): readonly Finding[] =>
  errorsFirst([...inLetter(mailing), ...named(mailingChecks, mailing)]);

/** Everything that the checks find in one email. */
export const inLetter = (letter: Letter): readonly Finding[] => [...named(letterChecks, letter), ...inTexts(letter)];

/** Sorts findings so that what stops a mailing stands first. */
export const errorsFirst = (findings: readonly Finding[]): readonly Finding[] => [
  ...findings.filter(({level}) => level === 'error'),
  ...findings.filter(({level}) => level === 'warning'),
];

const named = <T>(checks: Readonly<Record<string, (of: T) => readonly Said[]>>, of: T): Finding[] =>
  Object.entries(checks).flatMap(([check, find]) => find(of).map(said => ({check, ...said})));

/**
The texts of an email. HTML of one's own is looked at from all sides. A design of the service can only be changed there, so
only its tags are.
*/
function inTexts({subject, preheader, html, json, template, tags}: Letter): Finding[] {
  const known = {tags};
  return [
    ...inOneLine('subject', lintTags(subject, known)),
    ...inOneLine('preheader', lintTags(preheader ?? '', known)),
    ...(html ? lintHtml(html, known) : lintTags(json || template.record?.html_code || '', known)),
  ];
}

/** Findings in a text of one line: where they stand is said by its name. */
const inOneLine = (text: string, findings: readonly Finding[]): Finding[] =>
  findings.map(({check, level, says, hint}) => ({check, level, says: `In the ${text}: ${says}`, ...(hint && {hint})}));
