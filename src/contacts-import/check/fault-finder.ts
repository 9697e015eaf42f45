import type {Checked} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import {examine} from './examine-row.js';
import {asRow, recordOf} from './fixed-records.js';
import {likelyValues} from './likely-values.js';
import type {Rules} from './rules.js';

/** Finds the first problem of a row, and suggests a correction. Suggestions pass the same rules. */
export function faultFinder({dialect, headers}: Pick<Opened, 'dialect' | 'headers'>, rules: Rules): Checked['faultIn'] {
  const look = (texts: readonly string[]) => {
    const {problems, cell} = examine(recordOf(asRow(texts, dialect), 1, dialect), rules);
    return problems[0] === undefined ? undefined : {reason: problems[0], cell};
  };
  return texts => {
    const found = look(texts);
    if (found === undefined) return undefined;
    const {reason, cell} = found;
    const slot = rules.filled.find(({column}) => column === cell);
    if (slot === undefined || texts.length < headers.length) return {reason, column: undefined, likely: []};
    const likely = likelyValues(slot.kind, texts[cell] ?? '', rules).flatMap(({text, says = text, name = ''}) => {
      const fixed = withName(texts.with(cell, text), name, rules);
      const isGood = look(fixed)?.cell !== cell;
      return isGood
        ? [{says: fixed.join() === texts.with(cell, text).join() ? says : `${says}, ${name}`, texts: fixed}]
        : [];
    });
    return {reason, column: cell, likely};
  };
}

/** Puts the name beside an address into the name columns, if these are empty. */
function withName(texts: readonly string[], name: string, {filled}: Rules): readonly string[] {
  const columnOf = (field: string) => filled.find(slot => slot.field === field)?.column ?? -1;
  const [first, last] = [columnOf('first_name'), columnOf('last_name')];
  if (name === '' || first < 0 || texts[first] !== '' || (last >= 0 && texts[last] !== '')) return texts;
  const words = name.split(/\s+/);
  if (last < 0 || last === first || words.length === 1) return texts.with(first, name);
  return texts.with(first, words.slice(0, -1).join(' ')).with(last, words.at(-1) ?? '');
}
