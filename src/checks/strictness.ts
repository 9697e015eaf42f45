import {PreflightError} from '../errors.js';
import type {Finding} from '../records/fields/finding.js';
import type {CheckRules} from './options.js';

/**
 * Findings with the user's options applied: an ignored error becomes a warning, and `--strict` turns the other warnings
 * into errors.
 */
export const withStrictness = (findings: readonly Finding[], {strict, force = []}: CheckRules): readonly Finding[] =>
  findings.map(finding => {
    if (force.includes(finding.check)) return {...finding, level: 'warning'};
    return strict ? {...finding, level: 'error'} : finding;
  });

/** Refuses a mailing or an automation with errors. Nothing has been sent at this point. */
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

/** Whether `--force` can ignore a check. A wrong number of recipients is fixed in the option that states it. */
export const canBeForced = ({check}: Finding): boolean => check !== 'recipient-limit';

/** A finding as a sentence, with its place in the HTML. */
export const findingInWords = ({says, line, column}: Finding): string =>
  line === undefined ? says : `Line ${line}, column ${column ?? 1}: ${says}`;

/** The findings as the last rows of a card. */
export const findingRows = (findings: readonly Finding[]): readonly (readonly [string, string])[] =>
  findings.map((finding, at) => [at === 0 ? 'Mind' : '', findingInWords(finding)]);

/** A hint with a full stop, unless it ends in a command to copy. */
const asSentence = (hint: string): string => (/[.?!]$/.test(hint) ? hint : `${hint}.`);
