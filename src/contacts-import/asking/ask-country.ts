import type {Context} from '../../commands/command.js';
import type {Checked} from '../file/contract.js';

/** A country as the file writes it, and the name of the one that a person says it is; empty for one that stays as it is. */
type Place = readonly [written: string, name: string];

/** Asks on a terminal which countries those are that the service does not list, the first few of them. */
export async function askAboutCountries(
  {ask}: Pick<Context, 'ask'>,
  {strangeCountries}: Pick<Checked, 'strangeCountries'>,
  names: readonly string[],
  answered: ReadonlyMap<string, string>,
): Promise<Place[]> {
  const answers: Place[] = [];
  if (!ask.possible) return answers;
  for (const {text, lines} of strangeCountries.filter(each => !answered.has(each.text)).slice(0, MOST)) {
    const name = await ask.pick(`Which country is "${text}" (line ${lines[0]})?`, [
      {name: 'Send it as it is written', value: ''},
      ...names.map(each => ({name: each, value: each})),
    ]);
    answers.push([text, name]);
  }
  return answers;
}

/** With more than these, the column is no column of countries. */
const MOST = 10;
