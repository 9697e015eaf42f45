import {shellWord} from '../../words/shell-word.js';
import {type KindName, kindNames} from '../kinds/shape.js';
import type {Pruning} from './compare-entries.js';

type Covered = Pruning & {
  readonly folder: string;
  readonly kinds: readonly KindName[];
  readonly contacts: boolean;
};

/** A line that plans or applies a folder, with what it covers. */
export function accountLine(verb: 'plan' | 'apply', {folder, kinds, prune, mailAgain, contacts}: Covered): string {
  const only = kinds.length < kindNames.length ? kinds.map(kind => ` --only ${kind}`).join('') : '';
  const options = [prune && ' --prune', mailAgain && ' --mail-again', contacts && ' --contacts'];
  return `emk account ${verb} ${shellWord(folder)}${only}${options.filter(Boolean).join('')}`;
}
