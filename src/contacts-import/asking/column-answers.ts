import {columnKey} from '../../csv/columns/match-columns.js';
import {shellWord} from '../../words/shell-word.js';
import type {BadColumn, Checked} from '../file/contract.js';
import {textField} from '../file/plan-columns.js';
import type {ImportSettings} from '../journal/settings.js';

/** One answer for all bad values of a column: what it does in words, as an option, and as settings. */
type ColumnAnswer = {
  readonly name: string;
  readonly option: string;
  readonly settings: Partial<Pick<ImportSettings, 'map' | 'leaveEmpty' | 'dateOrder'>>;
};

/** The answers that deal with the worst column of a file at once; none if no field refuses values. */
export function answersForColumn({badColumns, columns}: Pick<Checked, 'badColumns' | 'columns'>): ColumnAnswer[] {
  const [worst] = badColumns;
  if (worst === undefined) return [];
  const headers = columns.map(({header}) => header);
  const key = columnKey(headers, worst.column);
  const text = `+${textField(worst.field)}`;
  const name = `"${headers[worst.column] || `column ${key}`}"`;
  return [
    ...orders(worst),
    {
      name: `Leave ${name} empty where it is damaged or does not fit`,
      option: `--leave-empty ${shellWord(key)}`,
      settings: {leaveEmpty: [key]},
    },
    ...(worst.isText
      ? []
      : [
          {
            name: `Keep ${name} as text in a new field`,
            option: `--map ${shellWord(`${key}=${text}`)}`,
            settings: {map: [[key, text] as const]},
          },
        ]),
    {name: `Skip ${name} in all rows`, option: `--map ${shellWord(`${key}=`)}`, settings: {map: [[key, '']]}},
  ];
}

/** Both readings of a date that has two meanings. */
const orders = ({twoMeanings}: BadColumn): ColumnAnswer[] =>
  twoMeanings === undefined
    ? []
    : (['dmy', 'mdy'] as const).map(order => ({
        name: `Read ${twoMeanings} with the ${order === 'dmy' ? 'day' : 'month'} first`,
        option: `emk config set dates ${order}`,
        settings: {dateOrder: order},
      }));
