import {readAsWindows} from '../../csv/bad-byte.js';
import {listed} from '../../records/closest.js';
import {number} from '../file/count-words.js';
import type {Opened} from '../file/open-import.js';
import {splitName} from './name-cell.js';
import type {Survey} from './survey.js';

/** The warnings about a file that passed: columns and rows that are left out, and values that may surprise. */
export function warningsOf(
  {file, guessed, headers, plan}: Opened,
  {empty, guesses, counts, notes, countries}: Survey,
): string[] {
  const warnings: string[] = [];
  if (guessed !== undefined) warnings.push(`${readAsWindows(file.name, guessed)} Say --encoding if that is wrong.`);
  const left = headers.flatMap((header, column) =>
    plan.fields[column] === undefined &&
    column !== plan.whole?.column &&
    !plan.dropped.has(column) &&
    !empty.has(column)
      ? [header === '' ? `column ${column + 1}` : header]
      : [],
  );
  if (left.length > 0) {
    const [one] = left;
    warnings.push(
      left.length === 1
        ? `The column “${one}” is left out: no field goes by that name. Use --map "${one}=FIELD" or --create-fields.`
        : `${left.length} columns are left out, since no field goes by their names: ${listed(left)}. Use --map "${one}=FIELD" or --create-fields.`,
    );
  }
  if (plan.whole !== undefined) {
    const {first, last} = splitName(plan.whole.example);
    const header = headers[plan.whole.column];
    warnings.push(
      `“${header}” fills first_name and last_name: “${plan.whole.example}” is split into “${first}” and “${last}”. Use --map "${header}=FIELD" if it is to stay whole.`,
    );
  }
  for (const [column, guess] of guesses) {
    if (guess.datesAsText === undefined) continue;
    const why =
      guess.datesAsText === 'unclear'
        ? 'its dates can be read in two ways. Say --date-order dmy or mdy to make it a date.'
        : 'its times have seconds, which a field for dates does not keep.';
    warnings.push(`The new field for “${headers[column]}” holds text: ${why}`);
  }
  if (counts.blank > 0) {
    warnings.push(
      counts.blank === 1
        ? 'One row has no value in any cell and was passed over.'
        : `${number(counts.blank)} rows have no value in any cell and were passed over.`,
    );
  }
  const {first, rows} = countries;
  if (first !== undefined) {
    const where =
      rows === 1 ? `Line ${number(first.line)}` : `${number(rows)} rows, the first on line ${number(first.line)},`;
    warnings.push(
      `${where} ${rows === 1 ? 'has' : 'have'} a country that the service does not list, as “${first.text}”. It is sent as it is written. ` +
        'English names and codes of two letters are understood: emk locations countries',
    );
  }
  if (notes.zone > 0) {
    warnings.push(
      `Line ${notes.zone}: the time has a zone, which its field cannot hold. The time is sent as it is written.`,
    );
  }
  if (notes.page > 0) {
    warnings.push(`Line ${notes.page}: a value begins like a web page. The service may refuse the rows around it.`);
  }
  return warnings;
}
