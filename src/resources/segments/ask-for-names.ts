import {BACK} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {splitName} from '../../csv/columns/people-names.js';
import {DeclinedError} from '../../errors.js';
import {andList, number, plural, withMore} from '../../words/sentence.js';

/** Says whose names nobody knows, and asks for them. Gives those that have names now: a person may skip them all, or stop. */
export async function askForNames<
  P extends {readonly email: string; readonly first_name: string; readonly last_name: string},
>(context: Context, people: readonly P[]): Promise<readonly P[]> {
  const {ask, notice} = context;
  const addresses = people.map(({email}) => email);
  const them = people.length > SHOWN ? withMore(addresses, people.length, SHOWN) : andList(addresses);
  notice(`A segment needs first and last names, and emk does not know them for ${them}.`);
  const say = (one: string, many: string): string => plural(people.length, one, many);
  const next = await ask.pick(say('What about this person?', `What about these ${number(people.length)} people?`), [
    {name: say('Type the name', 'Type their names, one after another'), value: 'type'},
    {name: say('Skip this person', 'Skip them'), value: 'skip'},
    {name: 'Stop', note: 'nobody is added', value: 'stop'},
  ] as const);
  if (next === 'stop') throw new DeclinedError('Nobody was added.');
  if (next === 'skip') return [];
  const withNames: P[] = [];
  while (withNames.length < people.length) {
    const person = people[withNames.length] as P;
    const name = await ask.guided.text(`First and last name of ${person.email}:`, {
      canGoBack: true,
      problem: text => (splitName(text.trim()).last === '' ? 'Give both names, such as Ada Lovelace.' : undefined),
    });
    if (name === BACK && withNames.length === 0) throw new DeclinedError('Nobody was added.');
    if (name === BACK) withNames.pop();
    else {
      const {first, last} = splitName(name.trim());
      withNames.push({...person, first_name: first, last_name: last});
    }
  }
  return withNames;
}

/** How many addresses a sentence can hold and still be read. */
const SHOWN = 10;
