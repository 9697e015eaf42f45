import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import type {Checked} from '../file/contract.js';
import {askInRow} from './ask-in-row.js';

/** A country as the file writes it, and the name that a person chose; an empty name keeps it as written. */
type Place = readonly [written: string, name: string];

/**
 * Asks on a terminal which countries the unknown ones are, one by one up to a limit, and suggests the likely answers.
 */
export async function askAboutCountries(
  {ask}: Pick<Context, 'ask'>,
  {strangeCountries}: Pick<Checked, 'strangeCountries'>,
  {names, near}: {readonly names: readonly string[]; readonly near: (text: string) => readonly string[]},
  answered: ReadonlyMap<string, string>,
): Promise<readonly Place[] | Back> {
  const asWritten = {name: 'Keep it as written', value: ''};
  return askInRow(
    strangeCountries.filter(each => !answered.has(each.text)).slice(0, MOST),
    async ({text, lines}): Promise<Place | Back> => {
      const likely = near(text);
      const toChoice = (name: string) => ({name, value: name});
      const name = await ask.guided.pick(`Which country is "${text}" (line ${lines[0]})?`, {
        from: [...likely.map(toChoice), asWritten, ...names.filter(name => !likely.includes(name)).map(toChoice)],
        canGoBack: true,
      });
      return name === BACK ? BACK : [text, name];
    },
  );
}

/** With more unknown values than this, the column probably has no countries. */
const MOST = 10;
