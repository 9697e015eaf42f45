import {recordsOf} from '../api/record-sources.js';
import type {Context} from '../commands/command.js';
import {CheckError} from '../errors.js';
import type {Result} from '../output/result.js';
import {type Finding, finding} from '../records/finding.js';
import {type listOptions, toView} from '../records/select.js';

/** What checks found, as a list. Errors among it end the command with the exit code of a check that does not hold. */
export function reportOfFindings(
  {globals, host, notice}: Context,
  findings: readonly Finding[],
  input: {readonly [option in keyof typeof listOptions]?: unknown},
  what: string,
): Result {
  const view = toView(input, {
    shape: finding,
    columns: Object.keys(finding),
    importance: ['says', 'level', 'check', 'hint', 'line', 'column'],
    timeZone: host.env['TZ'],
  });
  if (findings.length === 0) {
    notice(`Nothing is wrong with ${what}.`);
    if (globals.output === 'table' && !view.count) return {kind: 'nothing'};
  }
  const records = findings.map(({level, check, line, column, says, hint}) => ({
    ...{level, check, line: line ?? null, column: column ?? null, says, hint: hint ?? null},
  }));
  const noun = {one: 'finding', many: 'findings'};
  const result = {kind: 'records', records: recordsOf(records), shape: finding, key: 'check', noun, view} as const;
  const errors = findings.filter(({level}) => level === 'error').length;
  if (errors === 0) return result;
  const [counted, them] = errors === 1 ? ['One check does', 'it'] : [`${errors} checks do`, 'them'];
  return {
    ...result,
    error: new CheckError(`${counted} not hold for ${what}.`, {
      hint: `Mend what is wrong, or overrule ${them} by name, as in --force ${findings.find(({level}) => level === 'error')?.check}.`,
    }),
  };
}
