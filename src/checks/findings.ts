import {lintHtml} from '../html/lint.js';
import {lintTags} from '../html/lint-tags.js';
import {textForReaders} from '../html/read-text.js';
import {wordsOnLine} from '../html/text.js';
import type {Finding} from '../records/fields/finding.schema.js';
import type {Email} from './email.js';
import {emailChecks} from './email-checks.js';
import type {Mailing} from './mailing.js';
import {mailingChecks} from './mailing-checks.js';
import type {CheckFinding} from './names.js';

/** Everything that the checks find in a mailing, errors first. */
export const findingsOf = (mailing: Mailing): readonly Finding[] =>
  errorsFirst([...findingsOfEmail(mailing), ...runChecks(mailingChecks, mailing)]);

export const findingsOfEmail = (email: Email): readonly Finding[] => [
  ...runChecks(emailChecks, email),
  ...inTexts(email),
];

export const errorsFirst = (findings: readonly Finding[]): readonly Finding[] => [
  ...findings.filter(({level}) => level === 'error'),
  ...findings.filter(({level}) => level === 'warning'),
];

const runChecks = <T>(checks: Readonly<Record<string, (of: T) => readonly CheckFinding[]>>, of: T): Finding[] =>
  Object.entries(checks).flatMap(([check, find]) => find(of).map(found => ({check, ...found})));

/** Findings in the texts of an email. A design of the service can be changed only there: only its tags count. */
function inTexts({subject, preheader, html, json, template, tags}: Email): Finding[] {
  const design = json ? textsIn(json) : textForReaders(template.record?.html_code ?? '');
  return [
    ...inOneLine('subject', lintTags(subject, tags)),
    ...inOneLine('preheader', lintTags(preheader ?? '', tags)),
    ...(html ? inWrittenHtml(html, lintHtml(html, tags)) : lintTags(design, tags)),
  ];
}

/** The texts of a design, without the brackets that JSON itself has. */
function textsIn(json: string): string {
  const texts: string[] = [];
  try {
    JSON.parse(json, (_, value) => {
      if (typeof value === 'string') texts.push(value);
    });
  } catch {
    return json;
  }
  return texts.join('\n');
}

/** Findings in HTML made from Markdown quote the words beside them, because its lines mean nothing to the author. */
const inWrittenHtml = (html: string, findings: readonly Finding[]): readonly Finding[] =>
  findings.map(finding => {
    const words = finding.line === undefined ? undefined : wordsOnLine(html, finding.line);
    if (words === undefined) return finding;
    const {line: _line, column: _column, says, ...found} = finding;
    return {...found, says: words === '' ? says : `At "${words}": ${says}`};
  });

/** Findings in a text of one line: the text's name says where they are. */
const inOneLine = (text: string, findings: readonly Finding[]): Finding[] =>
  findings.map(({check, level, says, hint}) => ({check, level, says: `In the ${text}: ${says}`, ...(hint && {hint})}));
