import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {shellWord} from '../../words/shell-word.js';
import type {Checked} from '../file/contract.js';
import {askInRow} from './ask-in-row.js';

/** A country as the file writes it, and the name that a person chose; an empty name keeps it as written. */
type Place = readonly [written: string, name: string];

/** Asks on a terminal which countries the unknown ones are: at once about those that mean one, then one by one. */
export async function askAboutCountries(
  {ask}: Pick<Context, 'ask'>,
  {strangeCountries}: Pick<Checked, 'strangeCountries'>,
  {names, near}: {readonly names: readonly string[]; readonly near: (text: string) => readonly string[]},
  answered: ReadonlyMap<string, string>,
): Promise<readonly Place[] | Back> {
  const asWritten = {name: 'Keep it as written', value: ''};
  const open = strangeCountries.filter(each => !answered.has(each.text)).slice(0, MOST);
  const agreed = await askAboutLikely(ask, open, near);
  if (agreed === BACK) return BACK;
  const settled = new Set(agreed.map(([text]) => text));
  const others = await askInRow(
    open.filter(({text}) => !settled.has(text)),
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
  return others === BACK ? BACK : [...agreed, ...others];
}

/** Asks once about several texts that each mean one country, such as the letters on the back of cars. */
async function askAboutLikely(
  ask: Context['ask'],
  open: Checked['strangeCountries'],
  near: (text: string) => readonly string[],
): Promise<readonly Place[] | Back> {
  const likely = open.flatMap(({text}): Place[] => {
    const [only, ...others] = near(text);
    return only !== undefined && others.length === 0 ? [[text, only]] : [];
  });
  if (likely.length < 2) return [];
  const pairs = likely.map(([text, name]) => `"${text}" is ${name}`);
  const answer = await ask.guided.pick<'likely' | 'each'>(`Is this right? ${pairs.join(', ')}`, {
    from: [
      {
        name: 'Yes',
        note: likely.map(([text, name]) => `--country ${shellWord(`${text}=${name}`)}`).join(' '),
        value: 'likely',
      },
      {name: 'Ask me about each', value: 'each'},
    ],
    canGoBack: true,
  });
  if (answer === BACK) return BACK;
  return answer === 'likely' ? likely : [];
}

/** With more unknown values than this, the column probably has no countries. */
const MOST = 10;
