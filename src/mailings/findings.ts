import type {Context} from '../change/context.js';
import {CheckError, PreflightError, UsageError} from '../core/errors.js';
import {counted} from '../core/words/sentence.js';
import {letterChecks} from '../letters/html/found.js';
import {findingsInOrder, lintHtml} from '../letters/html/lint.js';
import {markdownForReaders, textForReaders} from '../letters/html/read-text.js';
import {lintTags} from '../letters/html/tags.js';
import {MADE_FROM_MARKDOWN} from '../letters/html/text.js';
import type {MadeEmail} from '../letters/markdown/make-email.js';
import type {Result} from '../output/results/result.js';
import {clean} from '../output/text/sanitise.js';
import {pad, wrap} from '../output/text/width.js';
import type {Finding} from '../records/fields/finding.js';
import {automationChecks, type Checks, emailChecks, mailingChecks} from './checks.js';
import {type Email, type EmailForm, type Flow, type Mailing, readFlow} from './mailing.js';
import type {CheckRules} from './options.js';

/** Everything that the checks find in a mailing, errors first. */
export const findingsOf = (mailing: Mailing): readonly Finding[] =>
  errorsFirst([...findingsOfEmail(mailing), ...runChecks(mailingChecks, mailing)]);

/** Everything that the checks find in an automation and its emails, errors first. */
export function findingsOfFlow(flow: Flow): readonly Finding[] {
  const inEmails = flow.emails.flatMap(email =>
    findingsOfEmail(email).map(finding => ({...finding, says: `Email "${email.subject}": ${finding.says}`})),
  );
  return errorsFirst([...runChecks(automationChecks, flow), ...inEmails]);
}

const findingsOfEmail = (email: Email): readonly Finding[] => [...runChecks(emailChecks, email), ...inTexts(email)];

const errorsFirst = (findings: readonly Finding[]): readonly Finding[] => [
  ...findings.filter(({level}) => level === 'error'),
  ...findings.filter(({level}) => level === 'warning'),
];

const runChecks = <T>(checks: Checks<T>, of: T): Finding[] =>
  Object.entries(checks).flatMap(([check, find]) => [find(of) ?? []].flat().map(found => ({check, ...found})));

/** Findings in the texts of an email. A design of the service can be changed only there: only its tags count. */
function inTexts({subject, preheader, html, template, tags, json}: Email): Finding[] {
  const design = json ? textsIn(json) : textForReaders(template.record?.html_code ?? '');
  const inBody = html ? lintHtml(html, tags) : lintTags(design, tags);
  return [
    ...inOneLine('subject', lintTags(subject, tags)),
    ...inOneLine('preheader', lintTags(preheader ?? '', tags)),
    // The lines of HTML made from Markdown mean nothing to the author.
    ...(html?.includes(MADE_FROM_MARKDOWN) ? inBody.map(withoutPlace) : inBody),
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

/** Findings in a text of one line: the text's name says where they are. */
const inOneLine = (text: string, findings: readonly Finding[]): Finding[] =>
  findings.map(found => ({...withoutPlace(found), says: `In the ${text}: ${found.says}`}));

const withoutPlace = ({line: _line, column: _column, ...found}: Finding): Finding => found;

/** Findings with an ignored error as a warning; `--strict` turns the other warnings into errors. */
export const withStrictness = (findings: readonly Finding[], {strict, force = []}: CheckRules): readonly Finding[] => {
  const unknown = force.find(name => !forceable.has(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no check called "${unknown}".`, {
      hint: 'Each finding of "emk mailings check" ends in the name of its check.',
    });
  return findings.map(finding => {
    if (force.includes(finding.check)) return {...finding, level: 'warning'};
    return strict ? {...finding, level: 'error'} : finding;
  });
};

const forceable: ReadonlySet<string> = new Set([
  ...Object.keys({...emailChecks, ...mailingChecks, ...automationChecks}),
  ...letterChecks,
]);

/** A finding as a sentence, with its place in the HTML. */
export const findingInWords = ({says, line, column}: Finding): string =>
  line === undefined ? says : `Line ${line}, column ${column ?? 1}: ${says}`;

/** Prints warnings that no question shows. */
export function warnOf({warn}: Pick<Context, 'warn'>, findings: readonly Finding[]): void {
  for (const finding of findings) warn(`${findingInWords(finding)} (${finding.check})`);
}

export const findingRows = (findings: readonly Finding[]): readonly (readonly [string, string])[] =>
  findings.map((finding, at) => [at === 0 ? 'Check' : '', findingInWords(finding)]);

/** Stops a mailing or an automation with errors before anything is sent, unless ignored by name. Returns what it only warns about. */
export function settleFindings(found: readonly Finding[], rules: CheckRules, what: string): readonly Finding[] {
  const findings = withStrictness(found, rules);
  const errors = findings.filter(({level}) => level === 'error');
  const [first, ...others] = errors;
  if (!first) return findings;
  const forced = errors.find(({check}) => check !== 'recipient-limit');
  const hint = `Nothing was sent.${forced ? ` To ignore this check, add --force ${forced.check}.` : ''}`;
  const inWords = (error: Finding): string => [findingInWords(error), error.hint].filter(Boolean).join(' ');
  if (others.length === 0) throw new PreflightError(inWords(first), {hint});
  const saidOf = (name: string): string[] => errors.filter(({check}) => check === name).map(inWords);
  throw new PreflightError(`${counted(errors.length, 'error')} in this ${what}.`, {
    hint,
    fields: Object.fromEntries(errors.map(({check}) => [check, saidOf(check)])),
  });
}

/** Checks an automation, with emails that are about to be added. Errors stop the command; warnings are returned. */
export const checkFlow = async (
  context: Context,
  utr: string,
  rules: CheckRules,
  more: readonly EmailForm[] = [],
): Promise<readonly Finding[]> =>
  settleFindings(findingsOfFlow(await readFlow(context, utr, more)), rules, 'automation');

/** What is wrong with a mail, at the places in the user's file. */
export const lintEmail = ({html, placeOf, markdown}: MadeEmail, tags: readonly string[]): readonly Finding[] =>
  findingsInOrder([
    ...lintHtml(html, markdown === undefined ? tags : undefined).map(({line, column, ...found}) => ({
      ...found,
      ...(line === undefined ? {} : placeOf({line, column: column ?? 1})),
    })),
    ...(markdown === undefined ? [] : lintTags(markdownForReaders(markdown), tags)),
  ]);

/** The findings of checks, of several files with their names. Errors end the command with the exit code of a failed check. */
export function reportOfFindings(
  {screenWidth, notice}: Context,
  findings: readonly Finding[],
  what: string,
  several = false,
): Result {
  if (findings.length === 0) notice(`Nothing is wrong with ${what}.`);
  const text = findingsText(findings, screenWidth ?? 80, several);
  return {kind: 'data', data: findings, text, ...failedChecks(findings, what)};
}

/** How a check with these findings ends. */
export function failedChecks(findings: readonly Finding[], what: string): {readonly error?: CheckError} {
  const errors = findings.filter(({level}) => level === 'error').length;
  if (errors === 0) return {};
  const warnings = findings.length > errors ? ` and ${counted(findings.length - errors, 'warning')}` : '';
  const hint = 'Fix these errors first. Each one says how.';
  return {error: new CheckError(`Found ${counted(errors, 'error')}${warnings} in ${what}.`, {hint})};
}

/** Findings for a terminal: where each is, what is wrong and what to do, in whole sentences. */
export const findingsText = (findings: readonly Finding[], columns: number, several = false): string =>
  findings
    .map(({level, file, line, column, says, hint, check}) => {
      const place = [...(several && file ? [file] : []), ...(line ? [line, column ?? 1] : [])].join(':');
      const words = [place, says, hint, `(${check})`].filter(Boolean).join(' ');
      const lines = wrap(clean(words), Math.max(NARROWEST, columns - LEVEL - 1));
      return lines.map((part, at) => `${pad(at === 0 ? level : '', LEVEL, false)}${part}\n`).join('');
    })
    .join('');

const LEVEL = 'warning '.length;
const NARROWEST = 20;
