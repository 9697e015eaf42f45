import type {Context} from '../commands/command.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {closest} from '../core/words/closest.js';
import {letterChecks} from '../letters/html/found.js';
import {inOrder, lintHtml} from '../letters/html/lint.js';
import {lintTags} from '../letters/html/lint-tags.js';
import {markdownForReaders, textForReaders} from '../letters/html/read-text.js';
import {wordsOnLine} from '../letters/html/text.js';
import type {MadeEmail} from '../letters/markdown/make-email.js';
import type {Finding} from '../records/fields/finding.js';
import {automationChecks, type Checks, emailChecks, mailingChecks} from './checks.js';
import {type Email, type EmailForm, type Flow, type Mailing, readFlow} from './mailing.js';
import type {CheckRules} from './options.js';
import {canBeForced} from './report.js';

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

/** Findings with an ignored error as a warning; `--strict` turns the other warnings into errors. */
export const withStrictness = (findings: readonly Finding[], {strict, force = []}: CheckRules): readonly Finding[] => {
  const unknown = force.find(name => !forceable.has(name));
  if (unknown !== undefined) throw unknownCheck(unknown);
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

/** Checks an automation, with emails that are about to be added. Errors stop the command; warnings are returned. */
export const checkFlow = async (
  context: Context,
  utr: string,
  rules: CheckRules,
  more: readonly EmailForm[] = [],
): Promise<readonly Finding[]> =>
  settleFindings(findingsOfFlow(await readFlow(context, utr, more)), {rules, what: 'automation'});

type Settling = {
  readonly rules: CheckRules;
  /** Checks that do not apply. */
  readonly without?: readonly string[] | undefined;
  /** Whether no card shows the warnings. */
  readonly warns: boolean;
};

/** What a mailing, apart from some checks, is sent in spite of. Errors stop it. */
export function settleMailing(
  context: Pick<Context, 'warn'>,
  mailing: Mailing,
  {rules, without = [], warns}: Settling,
): readonly Finding[] {
  const found = findingsOf(mailing).filter(({check}) => !without.includes(check));
  const findings = settleFindings(found, {rules, what: 'mailing'});
  if (warns) warnOf(context, findings);
  return findings;
}

/** Stops a mailing with errors before anything is sent, unless ignored by name. Returns what it only warns about. */
export function settleFindings(
  found: readonly Finding[],
  {rules, what}: {readonly rules: CheckRules; readonly what: 'mailing' | 'automation'},
): readonly Finding[] {
  const findings = withStrictness(found, rules);
  const [first, ...others] = findings.filter(({level}) => level === 'error');
  if (first) throw refusal([first, ...others], what);
  return findings;
}

/** The refusal of a mailing or an automation with errors. Nothing has been sent at this point. */
function refusal([first, ...others]: readonly [Finding, ...Finding[]], what: 'mailing' | 'automation'): PreflightError {
  if (others.length === 0) {
    const byName = canBeForced(first) ? `To continue anyway, add --force ${first.check}.` : '';
    return new PreflightError(findingInWords(first), {
      hint: ['Nothing was sent.', ...hintOf(first), byName].filter(Boolean).join(' '),
    });
  }
  const errors = [first, ...others];
  const names = [...new Set(errors.map(({check}) => check))];
  return new PreflightError(`${errors.length} things are wrong with this ${what}.`, {
    fields: Object.fromEntries(
      names.map(name => [
        name,
        errors.filter(({check}) => check === name).map(error => [findingInWords(error), ...hintOf(error)].join(' ')),
      ]),
    ),
    hint: `Nothing was sent. Fix them, or ignore one by its name, as in --force ${(errors.find(canBeForced) ?? first).check}.`,
  });
}

/** A hint with a full stop, unless it ends in a command to copy. */
const hintOf = ({hint}: Finding): readonly string[] =>
  hint === undefined ? [] : [/[.?!]$/.test(hint) ? hint : `${hint}.`];

function unknownCheck(name: string): UsageError {
  const near = closest(name, forceable) ?? [...forceable].find(each => each.includes(name));
  return new UsageError(`There is no check called "${name}".`, {
    hint:
      near === undefined
        ? 'Each finding of "emk mailings check" ends in the name of its check.'
        : `Did you mean ${near}?`,
  });
}

/** What is wrong with a mail, at the places in the user's file. */
export const lintEmail = ({html, placeOf, markdown}: MadeEmail, tags: readonly string[]): readonly Finding[] =>
  inOrder([
    ...lintHtml(html, markdown === undefined ? tags : undefined).map(({line, column, ...found}) => ({
      ...found,
      ...(line === undefined ? {} : placeOf({line, column: column ?? 1})),
    })),
    ...(markdown === undefined ? [] : lintTags(markdownForReaders(markdown), tags)),
  ]);
