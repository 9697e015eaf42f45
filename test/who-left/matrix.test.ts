/**
 * Nobody comes back unseen: every way to leave against every way in, by every kind of user. The table of the guide "Who
 * gets no mail" is written by these tests: `UPDATE=1` writes the rows that are played.
 */

import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {foldAddress} from '../../src/records/fields/fold-address.js';
import {sample} from '../support/sample.js';
import {useFreshShell} from '../support/use-shell.js';
import {type Cell, callAs, type Heard, type Outcome, outcomeOf, runAs, type User} from './cell.js';
import {rowsOfGuide, writeRow} from './guide-table.js';
import {csvOf, type Emk, leave, type Out, outs, type Person, peopleOf, waysOut} from './leave.js';
import {type WayIn, waysIn} from './ways-in.js';

const played = sample(waysIn, 2);

/** Each way in has an account of its own, which stays small. */
const shell = useFreshShell();

const emk: Emk = async (line, stdin = '') => {
  const {code, stdout, stderr} = await shell().emk(line, {stdin});
  if (code !== 0) throw new Error(`${String(line)}: ${stderr}`);
  return stdout;
};

/** Lets people of a way in leave. */
async function letLeave(way: WayIn, cells: readonly HeardCell[]): Promise<void> {
  await emk('lists create --name Before');
  const people = cells.flatMap(cell => cell.people);
  const write = shell().write;
  write('before.csv', csvOf(people.map(({left}) => left)));
  await emk('contacts import before.csv --list Before --yes');
  write('segment.csv', csvOf(people.filter(({out}) => out === 'segment').map(({left}) => left)));
  await emk('segments recipients add --segment 2 --file segment.csv');
  for (const cell of cells) await emk(['lists', 'create', '--name', cell.list]);
  for (const cell of cells) await way.before?.(cell);
  await leave(emk, people, write);
}

test.each(played.map(way => [way.name, way] as const))(
  '%s lets nobody come back unseen',
  async (_, way) => {
    const cells = way.users.flatMap(user => parts.map(isWish => cellFor(way, user, isWish)));
    await letLeave(way, cells);
    for (const cell of cells) await way.enter(cell);
    // All have other people, so the account is read once for all of them.
    const account = await whoIsThere(way);
    const met = new Map<User, ReadonlyMap<Out, Outcome>>(
      way.users.map(user => [
        user,
        new Map(cells.filter(cell => cell.user === user).flatMap(cell => outcomes(way, cell, account))),
      ]),
    );
    const silent = [...met].flatMap(([user, each]) =>
      [...each].filter(([out, outcome]) => waysOut[out].isWish && isSilent(out, outcome)).map(([out]) => [user, out]),
    );
    expect(silent).toEqual([]);
    for (const each of met.values())
      for (const out of ['other domain', 'other letters'] as const)
        if (each.has(out)) expect([out, each.get(out)]).toEqual([out, each.get('everything')]);
    // Else nobody could come in at all, and nothing would be shown.
    const welcome = [...met.values()].flatMap(each =>
      outs.filter(out => !waysOut[out].isWish).map(out => each.get(out)),
    );
    expect(new Set(welcome.filter(outcome => outcome !== undefined))).toEqual(new Set(['comes back']));
    if (met.has('agent')) expect(met.get('agent')).toEqual(met.get('script'));
    const row = `| ${[way.name, ...columns.map(out => cellText(met, out))].join(' | ')} |`;
    if (process.env['UPDATE']) writeRow(way.name, row, order);
    expect(rowsOfGuide().get(way.name)).toBe(row);
  },
  60_000,
);

/** Nobody needs to hear of an erased person of whom nothing is left that could come in. */
const isSilent = (out: Out, outcome: Outcome): boolean =>
  outcome === 'comes back' || (outcome === 'stays out' && out !== 'erased');

const order = waysIn.map(({name}) => name);

const columns = outs.filter(out => waysOut[out].head !== '');

function cellText(met: ReadonlyMap<User, ReadonlyMap<Out, Outcome>>, out: Out): string {
  const [terminal, script] = [met.get('terminal')?.get(out), met.get('script')?.get(out)];
  if (script === undefined) return '–';
  return terminal === undefined || terminal === script ? script : `${terminal}, or ${script}`;
}

type HeardCell = Cell & {readonly heard: Heard[]};

/** The cell of a way in and a user: of people who do not want to come back, or of others. */
function cellFor(way: WayIn, user: User, isWish: boolean): HeardCell {
  const list = `In${order.indexOf(way.name)}${user}${isWish ? '' : 'too'}`;
  return makeCell(list, user, peopleFor(way, list, isWish));
}

const peopleFor = (way: WayIn, list: string, isWish: boolean): readonly Person[] =>
  peopleOf(list.toLowerCase())
    .filter(({out}) => waysOut[out].isWish === isWish && (way.outs === undefined || way.outs.includes(out)))
    .map(person => {
      const both = way.is?.(person.out, list);
      return both ? {...person, left: both, comes: both} : {...person, comes: way.comes?.(person) ?? person.comes};
    });

function makeCell(list: string, user: User, people: readonly Person[]): HeardCell {
  const heard: Heard[] = [];
  let files = 0;
  return {
    people,
    addresses: people.map(({comes}) => comes),
    list,
    user,
    emk,
    shell: shell(),
    heard,
    write(text, end = 'csv') {
      const name = `${list}-${++files}.${end}`;
      shell().write(name, text);
      return name;
    },
    async run(line, about) {
      heard.push({about, ...(await runAs(shell(), user, line))});
    },
    async call(tool, given, about) {
      heard.push({about, ...(await callAs(shell(), tool, given))});
    },
  };
}

/** Those who want no mail come in apart from those who may, because a whole file may be refused for one of them. */
const parts = [true, false] as const;

type Account = {readonly there: ReadonlySet<string>; readonly left: ReadonlySet<string>};

/** Who is in a list or a segment, and who has unsubscribed. */
async function whoIsThere(way: WayIn): Promise<Account> {
  const lists = way.moves ? [] : ['--where', 'contact_type.name!=Before'];
  const there = await addressesIn('email', ['contacts', 'list', ...lists]);
  for (const segment of ['1', '2'])
    for (const address of await addressesIn('email', ['segments', 'recipients', 'list', segment])) there.add(address);
  return {there, left: await addressesIn('email_address', ['unsubscribes', 'list'])};
}

/** What became of the people of a cell, as the account shows it. */
const outcomes = (way: WayIn, {people, heard}: HeardCell, {there, left}: Account) =>
  people.map(person => {
    const address = foldAddress(person.comes);
    const found = {isThere: there.has(address), isUnsubscribed: way.moves === true && left.has(address)};
    return [person.out, outcomeOf(person, heard, found)] as const;
  });

const addressesIn = async (field: string, line: readonly string[]): Promise<Set<string>> =>
  new Set(
    (JSON.parse(await emk([...line, '-o', 'json'])) as ReadonlyArray<Record<string, string | null>>).flatMap(record =>
      record[field] ? [foldAddress(String(record[field]))] : [],
    ),
  );

test('every command that can add people is in the matrix', async () => {
  const commands = commandsOf(await loadTree(tree));
  const admitting = commands.filter(({calls}) => calls.some(({admits}) => admits === 'people'));
  const known = new Set(waysIn.map(({command}) => command));
  expect(admitting.map(({path}) => path.join(' ')).filter(name => !known.has(name))).toEqual([]);
});

test('the guide has a row for each way in, and no other', () => {
  expect([...rowsOfGuide().keys()]).toEqual(order);
});
