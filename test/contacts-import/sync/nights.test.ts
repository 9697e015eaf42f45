/**
 * A sync that runs every night over a changing file, against a service that drops some rows and refuses others.
 * Removals and changes are done the same night, whatever happens to the new people.
 */
import {readdirSync} from 'node:fs';
import fc from 'fast-check';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {samples} from '../../random-runs.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';

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

const people = Array.from({length: 14}, (_, at) => `p${at}`);
const nightly = fc.array(
  fc.record({there: fc.subarray(people), moved: fc.subarray(people), city: fc.constantFrom('Pune', 'Goa', 'Delhi')}),
  {minLength: 12, maxLength: 12},
);

test('for twelve nights, whoever left is unsubscribed or deleted and whoever moved is changed the same night', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
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
          const absent = there.filter(name => !listed.includes(name) && !unsubscribed.includes(`${name}@example.com`));
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
});
