/** Two commands that change one account at the same moment, whatever the pair: nothing is doubled, and nothing is lost. */

import {setTimeout as pause} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/help/tree.js';
import {useAccountOfLines} from '../support/account-of-lines.js';
import {changingLines} from '../support/changing-lines.js';
import {oneIn, sample} from '../support/sample.js';

const {shell, filled, inAccount, putBack} = useAccountOfLines();

/** What tells the records of each table apart for people. */
const keys = {
  contact_types: 'name',
  contacts: "(SELECT name FROM contact_types t WHERE t.id = contact_type_id) || ' ' || COALESCE(email, id)",
  fields: 'field_name',
  segments: 'segment_name',
  segment_recipients: "segment_id || ' ' || email",
  unsubscribe_groups: 'group_name',
  unsubscribes: "COALESCE(unsubscribe_groups_id, '') || ' ' || email_address",
  senders: 'nickname',
  single_sends: 'single_send_name',
  automations: 'automation_name',
  automation_schedules: "(SELECT automation_name FROM automations a WHERE a.id = automation_id) || ' ' || subject",
  notification_recipients: 'email_address',
} as const;

type Counts = ReadonlyMap<string, number>;

/** How often each record is there. */
const counted = (): Promise<Counts> =>
  inAccount(db => {
    const counts = new Map<string, number>();
    for (const [table, key] of Object.entries(keys)) {
      const isDeleted = db.all<{name: string}>(`PRAGMA table_info(${table})`).some(({name}) => name === 'deleted_at');
      const rows = db.all<{key: string}>(
        `SELECT ${key} AS key FROM ${table} ${isDeleted ? 'WHERE deleted_at IS NULL' : ''}`,
      );
      for (const {key: text} of rows) {
        const name = `${table}: ${String(text).toLowerCase()}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    return counts;
  });

const sleep = (milliseconds: number): Promise<void> => pause(Math.min(milliseconds, 10));

/** Runs lines at once, from the same beginning, and says how they ended and what the account then holds. */
async function played(...lines: readonly string[]): Promise<{readonly ends: readonly Ran[]; readonly after: Counts}> {
  await putBack();
  const typed = lines.map((line, at) => filled(second(line, at)));
  const ends = await Promise.all(typed.map(line => shell().emk(`${line} --yes`, {host: {sleep, random: Math.random}})));
  return {ends, after: await counted()};
}

type Ran = Awaited<ReturnType<ReturnType<typeof shell>['emk']>>;

/** Two applies are of two folders, because those of one folder take turns anyway. */
const second = (line: string, at: number): string => (at === 0 ? line : line.replace(/^(account apply \w+)/, '$12'));

const lines = Object.entries(changingLines).flatMap(([command, all]) =>
  all.map(({line, adds}) => ({line: `${command} ${line}`, adds})),
);
const pairs = lines.flatMap((one, at) => lines.slice(at).map(other => ({one, other})));
const isEveryday = ({one, other}: (typeof pairs)[number]): boolean =>
  one.adds.some(what => {
    const sharing = lines.filter(({adds}) => adds.includes(what));
    return one === sharing[0] && other === sharing.at(-1);
  });

const alone = new Map<string, Promise<Counts>>();
const afterAlone = (line: string): Promise<Counts> => {
  const found =
    alone.get(line) ??
    played(line).then(({ends, after}) => {
      expect({line, ...ends[0]}).toMatchObject({code: 0});
      return after;
    });
  alone.set(line, found);
  return found;
};

async function playPair(one: string, other: string): Promise<void> {
  const before = await (alone.get('') ?? putBack().then(counted));
  alone.set('', Promise.resolve(before));
  const [first, then] = [await afterAlone(one), await afterAlone(other)];
  const {ends, after} = await played(one, other);
  for (const {code, stderr} of ends) {
    expect([0, 2, 4, 5, 8, 11], stderr).toContain(code);
    expect(stderr).not.toMatch(/unforeseen|\n\s+at /);
  }
  const of = (counts: Counts, name: string): number => counts.get(name) ?? 0;
  const some = [one, other];
  const isDone = ends.every(({code}) => code === 0) && !some.some(line => takesPeople.test(line));
  const wrong = [...new Set([before, first, then, after].flatMap(counts => [...counts.keys()]))].flatMap(name => {
    const [was, now] = [of(before, name), of(after, name)];
    const changes = [of(first, name) - was, of(then, name) - was];
    const both = changes.reduce((sum, each) => sum + each, 0);
    const most = was + Math.max(0, ...(some.every(line => repeats.test(line)) ? [both] : changes));
    const least =
      was + (isDone && changes.every(each => each >= 0) ? Math.max(...changes) : Math.min(0, ...changes, both));
    return now > most || now < least ? [`${name}: ${now}, and not ${least} to ${most}`] : [];
  });
  expect(wrong, ends.map(({code, stderr, stdout}) => `${code} ${stdout}${stderr}`).join('\n')).toEqual([]);
}

/** Copies are records of their own each time, and so are emails that a person adds. */
const repeats = /^(?:automations|mailings) (?:duplicate|copy|schedules add)/;

/** A list that is deleted takes people along whom the other line has just put on it. */
const takesPeople = /^lists delete/;

test('every command that changes an account has a line', async () => {
  const all = commandsOf(await loadTree(tree));
  const changing = all.filter(({calls}) => calls.some(({effect}) => effect !== 'reads'));
  expect(changing.map(({path}) => path.join(' ')).sort()).toEqual(Object.keys(changingLines).sort());
});

const inWords = (some: typeof pairs) => some.map(({one, other}) => [one.line, other.line] as const);

test.each(sample(inWords(pairs.filter(isEveryday)), 5))('%s, and %s', playPair);

/** Of pairs that make something in common the long tests play one of eight, and of the others some. */
const isLong = (pair: (typeof pairs)[number], at: number): boolean =>
  at % oneIn(pair.one.adds.some(what => pair.other.adds.includes(what)) ? 8 : 60) === 0;

test.each(inWords(pairs.filter((pair, at) => !isEveryday(pair) && isLong(pair, at))))(
  '%s, and %s',
  {tags: ['long']},
  playPair,
);
