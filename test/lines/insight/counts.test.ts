/** Everything that a report counts, counted a second time in another way, over random accounts. */

import fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Report} from '../../../src/insight/figures.js';
import type {Db, SqlRow} from '../../../src/sandbox/service/behaviour.js';
import {add} from '../../../src/sandbox/service/rows.js';
import {contacts, groups, lists, unsubscribes} from '../../../src/sandbox/service/tables.js';
import {printed} from '../../support/listed.js';
import {samples} from '../../support/random-runs.js';
import {type Shell, startShell} from '../../support/shell.js';

type Loose = Record<string, unknown>;

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Honolulu'];

/** The month by the platform's calendar, computed for each timestamp. */
const monthBy = (timestamp: string, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', {timeZone, year: 'numeric', month: '2-digit'}).formatToParts(
    new Date(timestamp),
  );
  return `${parts.find(({type}) => type === 'year')?.value}-${parts.find(({type}) => type === 'month')?.value}`;
};

const end = Date.parse('2026-03-04T11:59:00Z');

/** Moments of two years, many of them within a day of a month's beginning. */
const moment = fc.oneof(
  fc.integer({min: end - 760 * 86_400_000, max: end}),
  fc
    .tuple(fc.integer({min: 0, max: 23}), fc.integer({min: -86_400, max: 86_400}))
    .map(([month, seconds]) => Math.min(end, Date.UTC(2024, 3 + month, 1) + seconds * 1000)),
);

describe('an account', () => {
  let shell: Shell;
  beforeEach(async () => {
    shell = await startShell({seed: {kind: 'empty'}, settings: {deletedRows: 'listed'}});
    const {baseUrl, publicKey, secretKey} = shell.sandbox;
    const login = `auth login --public-key ${publicKey} --secret-key-stdin --base-url ${baseUrl}`;
    await shell.emk(login, {stdin: secretKey, env: byProfile});
  });
  afterEach(() => shell.close());

  /** The account as a profile, which can state its zone. */
  const byProfile = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};

  type Person = {readonly type: number; readonly at: number; readonly gone: boolean};
  type Leaving = {readonly group: number | null; readonly at: number};
  const person: fc.Arbitrary<Person> = fc.record({type: fc.integer({min: 1, max: 4}), at: moment, gone: fc.boolean()});
  const left: fc.Arbitrary<Leaving> = fc.record({group: fc.constantFrom(null, 1, 2), at: moment});

  const fill = (people: readonly Person[], leaving: readonly Leaving[]) =>
    shell.sandbox.account.store.transaction((db: Db) => {
      const insert = (table: Parameters<typeof add>[1], at: number, row: SqlRow) =>
        add(db, table, {...row, created_at: at, updated_at: at});
      for (const {name} of [contacts, lists, unsubscribes, groups]) db.run(`DELETE FROM ${name}`);
      for (const id of [1, 2, 3, 4]) insert(lists, end, {id, name: `List ${id}`});
      for (const id of [1, 2])
        insert(groups, end, {id, rand_id: '1', group_name: `Group ${id}`, description: '', is_display: 1});
      for (const [index, {type, at, gone}] of people.entries()) {
        const id = insert(contacts, at, {
          ...{contact_type_id: type, first_name: '', last_name: '', email: `p${index}@example.com`, country: '81'},
          ...{state: '', city: '', address_line1: '', address_line2: '', state_province_region: '', postal_code: ''},
        });
        if (gone) db.run('UPDATE contacts SET deleted_at = ? WHERE id = ?', [end, id]);
      }
      for (const [index, {group, at}] of leaving.entries())
        insert(unsubscribes, at, {unsubscribe_groups_id: group, email_address: `l${index}@example.com`});
    });

  test('is counted as a person with all of its lists would count it', {tags: ['long']}, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, {maxLength: 60}),
        fc.array(left, {maxLength: 30}),
        fc.constantFrom(...zones),
        async (people, leaving, TZ) => {
          await fill(people, leaving);
          await shell.emk(`config set timezone ${TZ}`, {env: byProfile});
          const json = async (line: string) =>
            JSON.parse((await shell.emk(`${line} -o json`, {env: {...byProfile, TZ: 'UTC'}})).stdout);
          const report: Report = await json('report');
          const there = (await json('contacts list')).filter(({deleted_at}: Loose) => deleted_at === null);
          const gone: Loose[] = await json('unsubscribes list');
          const monthOf = ({created_at}: Loose) => monthBy(String(created_at), TZ);

          expect(report.contacts.total).toBe(there.length);
          for (const {month, joined, contacts: people} of report.contacts.months) {
            expect(joined).toBe(there.filter((each: Loose) => monthOf(each) === month).length);
            expect(people).toBe(there.filter((each: Loose) => monthOf(each) <= month).length);
          }
          expect(report.contacts.lists).toHaveLength(4);
          for (const {id, contacts: people, joined} of report.contacts.lists) {
            const on = there.filter(({contact_type_id}: Loose) => contact_type_id === id);
            expect(people).toBe(on.length);
            const months = report.contacts.months.map(({month}) => month);
            expect(joined).toBe(on.filter((each: Loose) => months.includes(monthOf(each))).length);
          }
          expect(report.unsubscribes.total).toBe(gone.length);
          for (const {month, unsubscribed} of report.unsubscribes.months)
            expect(unsubscribed).toBe(gone.filter(each => monthOf(each) === month).length);
          for (const {id, unsubscribed} of report.unsubscribes.groups)
            expect(unsubscribed).toBe(gone.filter(({unsubscribe_groups_id}) => unsubscribe_groups_id === id).length);
        },
      ),
      samples(2),
    );
  });

  test('whose list of unsubscribes leaves out those of groups is counted anyway', {tags: ['long']}, async () => {
    const leaving = [1, 1, 2, null].map((group, index) => ({group, at: end - index * 86_400_000}));
    const counted = async (settings: object): Promise<Report['unsubscribes']> => {
      await shell.close();
      shell = await startShell({seed: {kind: 'empty'}, settings});
      await fill([], leaving);
      return JSON.parse((await shell.emk('report -o json')).stdout).unsubscribes;
    };
    const whole = await counted({globalList: 'everyone'});
    expect(whole.groups.map(({name, unsubscribed}) => [name, unsubscribed])).toEqual([
      ['Group 1', 2],
      ['Group 2', 1],
      [null, 1],
    ]);
    expect(await counted({globalList: 'global-only'})).toEqual(whole);
  });
});

describe('sends', () => {
  const counter = fc.option(fc.integer({min: 0, max: 10_000}), {nil: undefined});
  const send = fc
    .record({
      ...{triggered: counter, delivered: counter, unique_opens: counter, bounces: counter, unsubscribes: counter},
      sent_at: fc.oneof(
        moment.map(at => new Date(at).toISOString().slice(0, 19).replace('T', ' ')),
        fc.constant('0000-00-00 00:00:00'),
      ),
    })
    .map(each => ({...each, status: 3, single_send_name: 'May', subject: 'May', recipient_id: []}));

  test('are added up by month, and rates are shares of what went out', {tags: ['long']}, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(send, {maxLength: 40}), async drawn => {
        const sends = drawn.map((each, index) => ({...each, utr: `u${index}`}));
        const {out} = await printed('report -o json', sends, {list: 'singleSends', zone: 'UTC'});
        const {total, list, months: by}: Report['mailings'] = JSON.parse(out).mailings;
        const inside = sends.filter(({sent_at}) => by.some(({month}) => sent_at.startsWith(month)));
        expect(by.at(-1)?.month).toBe('2026-03');
        expect(list.map(({utr}) => utr).sort()).toEqual(inside.map(({utr}) => utr).sort());
        expect(total).toMatchObject(naive(inside));
        for (const {month, mailings: count, ...figures} of by) {
          const ofMonth = inside.filter(({sent_at}) => sent_at.startsWith(month));
          expect(count).toBe(ofMonth.length);
          expect(figures).toMatchObject(naive(ofMonth));
        }
      }),
      samples(30),
    );
  });

  /** Sums and shares written out by hand. */
  const naive = (sends: ReadonlyArray<Readonly<Record<string, unknown>>>) => {
    const known = (name: string) => sends.map(each => each[name]).filter(count => count !== undefined);
    const sum = (name: string) => {
      const counts = known(name);
      return counts.length === 0 ? null : counts.reduce((all: number, count) => all + Number(count), 0);
    };
    const share = (part: string, whole: string) => {
      let [parts, wholes] = [0, 0];
      for (const each of sends) {
        if (each[part] === undefined || each[whole] === undefined) continue;
        parts += Number(each[part]);
        wholes += Number(each[whole]);
      }
      return wholes === 0 ? null : parts / wholes;
    };
    return {
      ...{triggered: sum('triggered'), delivered: sum('delivered'), unique_opens: sum('unique_opens')},
      ...{open_rate: share('unique_opens', 'delivered'), bounce_rate: share('bounces', 'triggered')},
      ...{delivered_rate: share('delivered', 'triggered'), unsubscribe_rate: share('unsubscribes', 'delivered')},
    };
  };
});
