import {PreflightError} from '../errors.js';
import type {Finding} from '../records/fields/finding.js';
import type {CheckRules} from './options.js';

/** Findings as the caller takes them: an overruled error only warns, and with `--strict` every other warning is an error. */
export const withStrictness = (findings: readonly Finding[], {strict, force = []}: CheckRules): readonly Finding[] =>
  findings.map(finding => {
    if (force.includes(finding.check)) return {...finding, level: 'warning'};
    return strict ? {...finding, level: 'error'} : finding;
  });

/** Refuses a mailing or an automation in which the checks found errors. Nothing has been sent by then. */
export function refuseErrors(findings: readonly Finding[], what: 'mailing' | 'automation'): void {
  const [first, ...others] = findings.filter(({level}) => level === 'error');
  if (!first) return;
  if (others.length === 0) {
    const overruled = canBeForced(first) ? `To go on all the same, pass --force ${first.check}.` : '';
    throw new PreflightError(findingInWords(first), {
      hint: ['Nothing was sent.', ...(first.hint ? [asSentence(first.hint)] : []), overruled].filter(Boolean).join(' '),
    });
  }
  const errors = [first, ...others];
  const names = [...new Set(errors.map(({check}) => check))];
  throw new PreflightError(`${errors.length} things are wrong with this ${what}.`, {
    fields: Object.fromEntries(
      names.map(name => [
        name,
        errors
          .filter(({check}) => check === name)
          .map(error => `${findingInWords(error)}${error.hint ? ` ${asSentence(error.hint)}` : ''}`),
      ]),
    ),
    hint: `Nothing was sent. Mend them, or overrule one by its name, as in --force ${(errors.find(canBeForced) ?? first).check}.`,
  });
}

/** A number that the caller gave is changed where it was given, so no refusal offers to overrule it. */
export const canBeForced = ({check}: Finding): boolean => check !== 'recipient-limit';

/** What a check found as a sentence, with its place in the HTML. */
export const findingInWords = ({says, line, column}: Finding): string =>
  line === undefined ? says : `Line ${line}, column ${column ?? 1}: ${says}`;

/** Hints end in a command to copy or as a sentence does. */
const asSentence = (hint: string): string => (/[.?!]$/.test(hint) ? hint : `${hint}.`);
