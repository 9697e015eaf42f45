import {allRecords, recordsOf} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {viewOf} from '../commands/view.js';
import {CheckError, PreflightError, UsageError} from '../core/errors.js';
import {closest} from '../core/words/closest.js';
import {counted} from '../core/words/sentence.js';
import {letterChecks} from '../letters/html/found.js';
import {inOrder, lintHtml} from '../letters/html/lint.js';
import {markdownForReaders, textForReaders} from '../letters/html/read-text.js';
import {lintTags} from '../letters/html/tags.js';
import {wordsOnLine} from '../letters/html/text.js';
import type {MadeEmail} from '../letters/markdown/make-email.js';
import type {Result} from '../output/results/result.js';
import {select} from '../output/results/rows.js';
import {clean} from '../output/text/sanitise.js';
import {pad, wrap} from '../output/text/width.js';
import {type Finding, finding} from '../records/fields/finding.js';
import type {ViewInput} from '../records/view/select.js';
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

/** Whether `--force` can ignore a check. A wrong number of recipients is fixed in the option that states it. */
const canBeForced = ({check}: Finding): boolean => check !== 'recipient-limit';

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
  const forced = errors.find(canBeForced);
  const isOne = others.length === 0;
  const hint = [
    'Nothing was sent.',
    isOne ? hintOf(first) : 'Fix them.',
    forced ? `To ${isOne ? 'continue anyway' : 'ignore one'}, add --force ${forced.check}.` : '',
  ];
  throw new PreflightError(isOne ? findingInWords(first) : `${errors.length} things are wrong with this ${what}.`, {
    hint: hint.filter(Boolean).join(' '),
    ...(!isOne && {
      fields: Object.fromEntries(
        errors.map(({check}) => [
          check,
          errors.filter(one => one.check === check).map(one => `${findingInWords(one)} ${hintOf(one)}`.trim()),
        ]),
      ),
    }),
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

/** A hint with a full stop, unless it ends in a command to copy. */
const hintOf = ({hint = ''}: Finding): string => (hint === '' || /[.?!]$/.test(hint) ? hint : `${hint}.`);

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

/** The findings of checks as a list: of several files, each names its own. Errors end the command with the exit code of a failed check. */
export async function reportOfFindings(
  context: Context,
  findings: readonly Finding[],
  input: ViewInput,
  what: string,
  files = 1,
): Promise<Result> {
  const {reader, screenWidth, notice} = context;
  const view = await viewOf(context, input, {
    shape: finding,
    columns: Object.keys(finding).filter(name => name !== 'file' || files > 1),
    importance: ['says', 'level', 'file', 'check', 'hint', 'line', 'column'],
  });
  if (findings.length === 0) {
    notice(`Nothing is wrong with ${what}.`);
    if (reader === 'people' && !view.count) return {kind: 'nothing'};
  }
  const records = recordsOf(findings.map(findingRecord));
  const ending = failedChecks(findings, what);
  // A table would cut the sentences that a person should read.
  if (screenWidth !== undefined && !view.chosen && !view.all && !view.count) {
    const shown = await allRecords(select(records, view, undefined));
    return {kind: 'data', data: shown, text: findingsText(shown, screenWidth, files > 1), ...ending};
  }
  const noun = {one: 'finding', many: 'findings'};
  return {kind: 'records', records, shape: finding, key: 'check', noun, view, ...ending};
}

/** A finding with all fields of its record. */
const findingRecord = ({level, check, file, line, column, says, hint}: Finding): RecordOf<typeof finding> => ({
  ...{level, check, file: file ?? null, line: line ?? null, column: column ?? null, says, hint: hint ?? null},
});

/** How a check with these findings ends. */
export function failedChecks(findings: readonly Finding[], what: string): {readonly error?: CheckError} {
  const errors = findings.filter(({level}) => level === 'error').length;
  if (errors === 0) return {};
  const warnings = findings.length > errors ? ` and ${counted(findings.length - errors, 'warning')}` : '';
  const hint = 'Fix these errors first. Each one says how.';
  return {error: new CheckError(`Found ${counted(errors, 'error')}${warnings} in ${what}.`, {hint})};
}

/** Findings for a terminal: where each is, what is wrong and what to do, in whole sentences. */
export const findingsText = (findings: readonly Shown[], columns: number, several = false): string =>
  findings
    .map(({level, file, line, column, says, hint, check}) => {
      const place = [...(several && file ? [file] : []), ...(line ? [line, column ?? 1] : [])].join(':');
      const words = [place, says, hint, `(${check})`].filter(Boolean).join(' ');
      const lines = wrap(clean(words), Math.max(NARROWEST, columns - LEVEL - 1));
      return lines.map((part, at) => `${pad(at === 0 ? level : '', LEVEL, false)}${part}\n`).join('');
    })
    .join('');

type Shown = Finding | RecordOf<typeof finding>;

const LEVEL = 'warning '.length;
const NARROWEST = 20;
