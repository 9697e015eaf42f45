import {likelyAddresses} from '../../records/fields/likely-addresses.js';
import type {Reading} from './cell-rule.js';
import {type CellKind, cellRules} from './cell-rules.js';

/** A suggested value for a cell: a description if that says more, and the name beside an address. */
type Likely = {readonly text: string; readonly says?: string; readonly name?: string};

/** What a bad cell most likely means, the likeliest first. The rules decide whether it is valid. */
export function likelyValues(kind: CellKind, text: string, reading: Reading): readonly Likely[] {
  const found = finders[kind](text.trim(), reading).filter(each => each.text !== '' && each.text !== text);
  return found.filter((each, at) => found.findIndex(other => other.text === each.text) === at).slice(0, MOST);
}

/** Whether a value can be one of this kind in any reading, even in one that a person must choose. */
export function mayFit(kind: CellKind, text: string): boolean {
  const reading = {dateOrder: 'dmy', countries: undefined, onlyListed: undefined, semicolons: false} as const;
  const {read} = cellRules[kind](reading);
  return 'value' in read(text) || likelyValues(kind, text, reading).some(({text: likely}) => 'value' in read(likely));
}

const finders: Readonly<Record<CellKind, (text: string, reading: Reading) => readonly Likely[]>> = {
  text: () => [],
  address: likelyAddresses,
  number: likelyNumbers,
  'datetime-local': likelyDates,
  country: () => [],
};

/** Both readings of an ambiguous number. */
function likelyNumbers(text: string): readonly Likely[] {
  if (!/^[+-]?\d{1,3}[.,]\d{3}$/.test(text)) return [{text: text.replace(/[^\d.,+-]/g, '')}];
  // A zero at the end means that the separator must be a decimal point.
  return [{text: text.replace(/[.,]/, '')}, {text: `${text.replace(',', '.')}0`, says: text.replace(',', '.')}];
}

/** A date read with the day first and with the month first, with either century, or as Excel's count of days. */
function likelyDates(text: string, reading: Reading): readonly Likely[] {
  if (/^\d{5}$/.test(text)) return [asDay(new Date(EXCEL_BEGINS + Number(text) * DAY))];
  const written = /^(\d{1,2}[-/.]\d{1,2}[-/.])(\d\d)$/.exec(text);
  const texts = written ? [`${written[1]}20${written[2]}`, `${written[1]}19${written[2]}`] : [text];
  return texts.flatMap(each =>
    (['dmy', 'mdy'] as const).flatMap(dateOrder => {
      const fitted = cellRules['datetime-local']({...reading, dateOrder}).read(each);
      return 'value' in fitted ? [{...asDay(new Date(`${fitted.value}Z`)), text: fitted.value}] : [];
    }),
  );
}

const asDay = (date: Date): Likely => ({
  text: date.toISOString().slice(0, 10),
  says: date.toLocaleDateString('en-GB', {day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC'}),
});

const DAY = 86_400_000;

/** Day 0 of Excel, which wrongly has a 29 February 1900. */
const EXCEL_BEGINS = Date.UTC(1899, 11, 30);

const MOST = 4;
