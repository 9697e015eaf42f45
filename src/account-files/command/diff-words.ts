import {counted} from '../../words/sentence.js';
import type {AccountDifference} from '../compare/diff.schema.js';
import {fieldsInWords, recordTitle} from './plan-words.js';

/** The differences between two accounts for people: a line for each record, and for each key that differs. */
export function diffInWords(
  differences: readonly AccountDifference[],
  [first, second]: readonly [string, string],
): string {
  if (differences.length === 0) return `${first} and ${second} do not differ.`;
  const lines = differences.flatMap(difference => [
    `${signs[difference.in]} ${recordTitle(difference)}`,
    ...fieldsInWords({action: 'update', fields: difference.fields}).map(line => `    ${line}`),
  ]);
  return [`- ${first}`, `+ ${second}`, '', ...lines, '', `${counted(differences.length, 'difference')}.`].join('\n');
}

const signs: Readonly<Record<AccountDifference['in'], string>> = {first: '-', second: '+', both: '~'};
