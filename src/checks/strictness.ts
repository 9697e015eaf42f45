import type {Context} from '../commands/command.js';
import type {Finding} from '../records/fields/finding.schema.js';
import type {CheckRules} from './options.js';

/** Findings with an ignored error as a warning; `--strict` turns the other warnings into errors. */
export const withStrictness = (findings: readonly Finding[], {strict, force = []}: CheckRules): readonly Finding[] =>
  findings.map(finding => {
    if (force.includes(finding.check)) return {...finding, level: 'warning'};
    return strict ? {...finding, level: 'error'} : finding;
  });

/** Whether `--force` can ignore a check. A wrong number of recipients is fixed in the option that states it. */
export const canBeForced = ({check}: Finding): boolean => check !== 'recipient-limit';

/** A finding as a sentence, with its place in the HTML. */
export const findingInWords = ({says, line, column}: Finding): string =>
  line === undefined ? says : `Line ${line}, column ${column ?? 1}: ${says}`;

/** Prints warnings that no question shows. */
export function warnOf({warn}: Pick<Context, 'warn'>, findings: readonly Finding[]): void {
  for (const finding of findings) warn(`${findingInWords(finding)} (${finding.check})`);
}

export const findingRows = (findings: readonly Finding[]): readonly (readonly [string, string])[] =>
  findings.map((finding, at) => [at === 0 ? 'Check' : '', findingInWords(finding)]);
