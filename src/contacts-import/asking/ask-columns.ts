import type {Context} from '../../commands/command.js';
import type {ImportField} from '../file/contract.js';
import type {Preview} from '../file/open-import.js';
import {fieldNameFor} from '../file/plan-columns.js';

/** A header and the field that a person chose for it: `+name` makes a new one, nothing leaves the column out. */
type Answer = readonly [header: string, field: string];

/** Asks on a terminal about each column that matches no field; elsewhere such a column is left out with a warning. */
export async function askAboutColumns(
  {ask}: Pick<Context, 'ask'>,
  columns: readonly Preview[],
  known: readonly ImportField[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  if (!ask.possible) return answers;
  for (const {header, field, dropped, status, samples} of columns) {
    // An answer names the column by its header, so the header must be the only one of its name.
    const alone = columns.filter(column => column.header === header).length === 1;
    if (field !== undefined || dropped || status || !alone || header === '' || samples.length === 0) continue;
    const taken = new Set([...columns.map(column => column.field), ...answers.map(([, name]) => name)]);
    const free = known.filter(({name}) => !taken.has(name)).map(({name}) => ({name, value: name}));
    const chosen = await ask.pick(`Which field is "${header}" (${samples.join(', ')})?`, [
      {name: 'None: leave the column out', value: ''},
      {name: 'A new field', value: NEW},
      ...free,
    ]);
    answers.push([header, chosen === NEW ? `+${await nameOfField(ask, header, known)}` : chosen]);
  }
  return answers;
}

/** Asks for a name that the service allows, until it is one. */
async function nameOfField(ask: Context['ask'], header: string, known: readonly ImportField[]): Promise<string> {
  const suggested = fieldNameFor(header) || 'field';
  for (;;) {
    const name = (await ask.text('Name of the new field (letters A-Z, digits and underscores):', suggested)).trim();
    if (/^\w+$/.test(name) && !known.some(field => field.name.toLowerCase() === name.toLowerCase())) return name;
  }
}

const NEW = '+';
