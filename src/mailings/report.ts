import {allRecords, recordsOf} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {viewOf} from '../commands/view.js';
import {CheckError} from '../core/errors.js';
import {plural} from '../core/words/sentence.js';
import type {Result} from '../output/results/result.js';
import {select} from '../output/results/rows.js';
import {clean} from '../output/text/sanitise.js';
import {pad, wrap} from '../output/text/width.js';
import {type Finding, finding} from '../records/fields/finding.js';
import type {ViewInput} from '../records/view/select.js';

type About = {
  /** What was checked, in words. */
  readonly what: string;
  /** How many files were: of several, each finding names its own. */
  readonly files?: number;
  readonly failure?: (errors: readonly Finding[]) => CheckError;
};

/** The findings of checks as a list. Errors end the command with the exit code of a failed check. */
export async function reportOfFindings(
  context: Context,
  findings: readonly Finding[],
  input: ViewInput,
  {what, files = 1, failure = errors => failedChecks(errors, what)}: About,
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
  const records = findings.map(findingRecord);
  const errors = findings.filter(({level}) => level === 'error');
  const ending = errors.length === 0 ? {} : {error: failure(errors)};
  // A table would cut the sentences that a person should read.
  if (screenWidth !== undefined && !view.chosen && !view.all && !view.count) {
    const shown = await allRecords(select(recordsOf(records), view, undefined));
    return {kind: 'data', data: shown, text: findingsText(shown, screenWidth, files > 1), ...ending};
  }
  const noun = {one: 'finding', many: 'findings'};
  return {kind: 'records', records: recordsOf(records), shape: finding, key: 'check', noun, view, ...ending};
}

/** A finding with all fields of its record. */
export const findingRecord = ({level, check, file, line, column, says, hint}: Finding): RecordOf<typeof finding> => ({
  ...{level, check, file: file ?? null, line: line ?? null, column: column ?? null, says, hint: hint ?? null},
});

export function failedChecks(errors: readonly Finding[], what: string): CheckError {
  const count = errors.length;
  const them = plural(count, 'it', 'them');
  const ignored = errors.find(canBeForced);
  return new CheckError(`${plural(count, 'One check', `${count} checks`)} failed for ${what}.`, {
    hint: ignored
      ? `Fix ${them}, or ignore ${them} by name: --force ${ignored.check}`
      : `Fix ${them}. Each line says how.`,
  });
}

/** Whether `--force` can ignore a check. A wrong number of recipients is fixed in the option that states it. */
export const canBeForced = ({check}: Finding): boolean => check !== 'recipient-limit';

/** Findings for a terminal: where each is, what is wrong and what to do, in whole sentences. */
export const findingsText = (
  findings: ReadonlyArray<RecordOf<typeof finding>>,
  columns: number,
  several = false,
): string =>
  findings
    .map(({level, file, line, column, says, hint, check}) => {
      const place = [...(several && file !== null ? [file] : []), ...(line === null ? [] : [line, column ?? 1])];
      const words = [place.join(':'), says, hint ?? '', `(${check})`].filter(Boolean).join(' ');
      const lines = wrap(clean(words), Math.max(NARROWEST, columns - LEVEL - 1));
      return lines.map((part, at) => `${pad(at === 0 ? level : '', LEVEL, false)}${part}\n`).join('');
    })
    .join('');

const LEVEL = 'warning '.length;
const NARROWEST = 20;
