import {PreflightError} from '../errors.js';
import type {Finding} from '../records/fields/finding.schema.js';
import type {CheckRules} from './options.js';
import {canBeForced, findingInWords, withStrictness} from './strictness.js';

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
