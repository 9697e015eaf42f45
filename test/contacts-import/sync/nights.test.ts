/**
 * A sync that runs every night over a changing file, against a service that drops some rows and refuses others.
 * Removals and changes are done the same night, whatever happens to the new people.
 */
import {readdirSync} from 'node:fs';
import fc from 'fast-check';
import {afterEach, beforeEach, expect} from 'vitest';
import {longTest, test} from '../../in-two-parts.js';
import {samples} from '../../random-runs.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {lost} from '../fake-service.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun({yes: true});
});
afterEach(() => run.close());

const head = 'email,first_name,city,country';
const row = (name: string, city = 'Pune'): string => `${name}@example.com,${name},${city},India`;
const csv = (...rows: readonly string[]): string => `${[head, ...rows].join('\n')}\n`;

/** Makes the service silently drop the rows of some people. */
const dropping = ({service}: FakeRun, ...names: readonly string[]): void => {
  service.keep = one => (names.includes(one['first_name'] ?? '') ? [] : [one]);
};

async function fill(...rows: readonly string[]): Promise<void> {
  run.write('leads.csv', csv(...rows));
  expect((await run.import()).exit).toBe(0);
}

const night = async (text: string, options: Parameters<FakeRun['sync']>[0] = {}) => {
  run.write('leads.csv', text);
  run.service.now += 86_400_000;
  run.said.length = 0;
  return run.sync({update: 'all', gone: 'unsubscribe', ...options});
};

const left = (): string[] => run.service.left.map(one => one.email_address);
const files = (): string[] => readdirSync(run.folder).filter(name => /missing|refused|rejected/.test(name));

longTest(
  'a row that never arrives holds up neither changes nor those who left, and is sent twice at most',
  async () => {
    await fill(row('ada'), row('bo'), row('cy'));
    dropping(run, 'eve');
    const first = await night(csv(row('ada', 'Delhi'), row('bo'), row('eve')));
    expect(first).toMatchObject({
      exit: 8,
      data: {
        done: {added: 0, changed: 1, unsubscribed: 1},
        left: {add: 1, change: 0, unsubscribe: 0},
        not_taken: [{line: 4, email: 'eve@example.com', times: 1}],
      },
    });
    expect(left()).toEqual(['cy@example.com']);
    expect(run.said).toContain('! Not done: 1 person to add.');
    expect(run.said).toContain(
      '! The service refused line 4 (eve@example.com) of leads.csv. The next sync tries it once more.',
    );
    const second = await night(csv(row('ada', 'Agra'), row('eve')));
    expect(second).toMatchObject({exit: 8, data: {done: {changed: 1, unsubscribed: 1}, not_taken: [{times: 2}]}});
    const sent = run.service.uploads.length;
    const third = await night(csv(row('ada'), row('eve')));
    expect(third).toMatchObject({exit: 8, data: {done: {changed: 1}, left: {add: 1}, not_taken: [{line: 3}]}});
    expect(third.error?.message).toBe(
      'The service refused line 3 (eve@example.com) of leads.csv in 2 runs, so emk no longer sends it.',
    );
    expect(run.service.uploads).toHaveLength(sent);
    expect((await night(csv(row('ada'), row('eve')))).exit).toBe(8);
    expect(run.service.uploads).toHaveLength(sent);
  },
);

longTest('a row that was given up is sent again once it has changed, or when that is asked for', async () => {
  await fill(row('ada'));
  dropping(run, 'eve');
  for (let nights = 0; nights < 3; nights++) await night(csv(row('ada'), row('eve')));
  dropping(run);
  expect((await night(csv(row('ada'), row('eve')))).data).toMatchObject({done: {added: 0}});
  expect(await night(csv(row('ada'), row('eve')), {retry_refused: true})).toMatchObject({
    exit: 0,
    data: {done: {added: 1}},
  });
  dropping(run, 'eva');
  for (let nights = 0; nights < 3; nights++) await night(csv(row('ada'), row('eve'), row('eva')));
  dropping(run);
  expect(await night(csv(row('ada'), row('eve'), row('eva', 'Goa')))).toMatchObject({exit: 0});
});

longTest(
  'rows that vanish together are tried one by one: those that one of them took along arrive the next night',
  async () => {
    await fill(row('ada'));
    run.service.fate = (_, addresses) => (addresses.includes('eve@example.com') ? {applied: 0} : undefined);
    const text = csv(row('ada'), row('di'), row('eve'), row('flo'));
    expect(await night(text)).toMatchObject({exit: 8, data: {done: {added: 0}, left: {add: 3}}});
    expect(await night(text)).toMatchObject({exit: 8, data: {done: {added: 2}, left: {add: 1}}});
    expect(await night(text)).toMatchObject({exit: 8, data: {not_taken: [{email: 'eve@example.com', times: 2}]}});
  },
);

test('a service that is down for two nights gives up nobody, and a row that is lost where others arrive is given up', async () => {
  await fill(row('ada'));
  const text = csv(row('ada'), row('di'), row('eve'));
  run.service.fate = () => ({applied: 0, error: lost()});
  for (let nights = 0; nights < 3; nights++) expect(await night(text)).toMatchObject({exit: 8, data: {left: {add: 2}}});
  run.service.fate = (_, addresses) =>
    addresses.includes('eve@example.com') ? {applied: 0, error: lost()} : undefined;
  expect(await night(text)).toMatchObject({data: {done: {added: 1}, not_taken: [{times: 2}]}});
  run.service.fate = () => undefined;
  expect(await night(text)).toMatchObject({exit: 8, data: {done: {added: 0}, left: {add: 1}}});
});

test('no address of a row that the service did not take lies on the disk', async () => {
  await fill(row('ada'));
  dropping(run, 'eve');
  await night(csv(row('ada'), row('eve')));
  const states = readdirSync(run.folder, {recursive: true, encoding: 'utf8'}).filter(name =>
    /untaken.*json$/.test(name),
  );
  expect(states).toHaveLength(1);
  for (const name of states) expect(run.read(name)).not.toMatch(/eve|example/);
});

test('new people who would start an automation hold up nobody who left, where a script may not start it', async () => {
  await fill(row('ada'), row('bo'));
  run.service.automations.push({
    ...{id: 1, automation_name: 'Welcome', status: 1, deleted_at: null},
    ...{automation_for: 1, automation_for_table: 'contact_types'},
  });
  const {exit, data, error} = await night(csv(row('ada', 'Delhi'), row('eve')));
  expect([exit, data]).toMatchObject([8, {done: {changed: 1, unsubscribed: 1, added: 0}, left: {add: 1}}]);
  expect(error?.message).toBe('1 new person was not added, because that starts live automations: "Welcome".');
  expect((await night(csv(row('ada', 'Delhi'), row('bo'), row('eve')))).exit).toBe(2);
});

test('changes that may bring people into a segment with a live automation wait, and whoever left is still unsubscribed', async () => {
  await fill(row('ada'), row('bo'));
  run.service.segments.push({id: 5, contact_type_id: 1, deleted_at: null});
  run.service.automations.push({
    ...{id: 1, automation_name: 'Win back', status: 1, deleted_at: null},
    ...{automation_for: 5, automation_for_table: 'segments_'},
  });
  const {exit, data, error} = await night(csv(row('ada', 'Delhi')));
  expect([exit, data]).toMatchObject([8, {changed: 1, done: {changed: 0, unsubscribed: 1}, left: {change: 1}}]);
  expect(error?.message).toBe('1 contact was not changed, because that may start live automations: "Win back".');
});

const people = Array.from({length: 14}, (_, at) => `p${at}`);
const nightly = fc.array(
  fc.record({there: fc.subarray(people), moved: fc.subarray(people), city: fc.constantFrom('Pune', 'Goa', 'Delhi')}),
  {minLength: 12, maxLength: 12},
);

longTest(
  'for twelve nights, whoever left is unsubscribed or deleted and whoever moved is changed the same night',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        nightly,
        fc.subarray(people, {maxLength: 3}),
        fc.subarray(people, {maxLength: 2}),
        fc.constantFrom('unsubscribe' as const, 'delete' as const),
        async (nights, dropped, refused, gone) => {
          run.close();
          run = startFakeRun({yes: true});
          const {service} = run;
          await fill(row('ada'), row('bo'));
          dropping(run, ...dropped);
          for (const name of refused) service.poison.add(`${name}@example.com`);
          const cities = new Map<string, string>();
          const before = new Set<string>();
          for (const {there, moved, city} of nights) {
            for (const name of moved) cities.set(name, city);
            const rows = [row('ada'), row('bo'), ...there.map(name => row(name, cities.get(name)))];
            const {exit} = await night(csv(...rows), {gone, max_gone: '100%'});
            const inFile = new Set(['ada', 'bo', ...there]);
            const listed = service.listed.map(one => String(one['first_name']));
            const unsubscribed = left();
            for (const name of listed) {
              if (inFile.has(name)) continue;
              expect(gone, `${name} is gone from the file and still in the list`).toBe('unsubscribe');
              expect(unsubscribed).toContain(`${name}@example.com`);
            }
            for (const one of service.listed) {
              const name = String(one['first_name']);
              if (inFile.has(name) && cities.has(name)) expect(one['city']).toBe(cities.get(name));
            }
            const absent = there.filter(
              name => !listed.includes(name) && !unsubscribed.includes(`${name}@example.com`),
            );
            // People in the file for the second night have arrived, unless the service accepts no row of theirs.
            for (const name of absent) {
              if (before.has(name)) expect([...dropped, ...refused]).toContain(name);
            }
            expect(exit).toBe(absent.length > 0 ? 8 : 0);
            before.clear();
            for (const name of absent) before.add(name);
          }
          expect(files().filter(name => !name.endsWith('.jsonl')).length).toBeLessThanOrEqual(2);
        },
      ),
      samples(1),
    );
  },
  600_000,
);
