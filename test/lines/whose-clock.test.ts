/**
 * What a line finds and prints is the same on every machine: it depends on the account's clock, or on UTC if that is
 * unknown. The machine's own zone is set for the environment and for the process, so that any use of it is noticed.
 */

import {randomUUID} from 'node:crypto';
import {afterEach, beforeAll, describe, expect, test} from 'vitest';
import {toSent} from '../../src/records/dates/clock.js';
import {add} from '../../src/sandbox/service/rows.js';
import {mailings} from '../../src/sandbox/service/tables.js';
import {sample} from '../support/sample.js';
import {useShell} from '../support/use-shell.js';

/** A moment at which the three machines show two days, two months and two years. */
const now = new Date('2026-01-01T02:00:00Z');
const machines = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'];

const shell = useShell({clock: `step@${now.toISOString()}`});
beforeAll(async () => {
  // Mailings of all hours around now: a zone makes a difference for some of them.
  await shell().sandbox.account.store.transaction(db => {
    const {id: _, ...send} = db.get('SELECT * FROM single_sends') ?? {};
    for (let hours = -14; hours <= 38; hours += 4) {
      const [schedule_date = '', schedule_time = ''] = toSent(now.getTime() + hours * 3_600_000).split(' ');
      const [utr, single_send_name] = [randomUUID(), `At ${hours}`];
      const when = {schedule_type: 1, schedule_date, schedule_time, status: 1, starts_at: Date.parse('2030-01-01')};
      add(db, mailings, {...send, utr, single_send_name, ...when});
    }
  });
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const login = `auth login --public-key ${publicKey} --secret-key-stdin --base-url ${baseUrl}`;
  await shell().emk(login, {stdin: secretKey, env: byProfile});
  await shell().emk('config set timezone Pacific/Auckland', {env: byProfile});
  await shell().emk('account pull files');
});

const own = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = own;
});

/** The account as a profile, which states its zone; keys of the environment do not. */
const byProfile = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''};

async function onEachMachine(line: string, env: Record<string, string> = {}): Promise<readonly string[]> {
  const told: string[] = [];
  for (const TZ of machines) {
    process.env['TZ'] = TZ;
    const {code, stdout, stderr} = await shell().emk(line, {env: {...env, TZ}, host: {now: () => now}});
    told.push(`${stdout}${stderr}[exit ${code}]`);
  }
  return told;
}

const create =
  'mailings create --name May --subject Hello --preheader News --from 1 --group 1 --to contacts_1 --template 2';

const lines = [
  "contacts list -o json --where 'created_at>=yesterday'",
  "contacts list -o id --where 'created_at<last month'",
  'contacts list -o csv',
  'agenda',
  'agenda -o json',
  'report',
  'report -o json',
  'mailings list -o csv',
  "mailings results --where 'sent_at>=2 months ago' --where 'sent_at<=yesterday'",
  "mailings list -o id --where 'schedule_date=today'",
  "automations results --where 'live_at>=2025-01'",
  'mailings check "Autumn preview"',
  'seed clean --older-than "2 days" --dry-run',
  'account plan files --prune -o json',
  ...['2026-01-01 04:10', '2025-12-31 23:00', '2026-01-01 01:00', 'tomorrow 9am', 'today 23:00', 'friday 9am'].map(
    at => `${create} --at "${at}" --dry-run`,
  ),
  `${create} --at "2026-01-01 04:10"`,
];

describe("where the account's zone is not known", () => {
  test.each(sample(lines, 4))('%s', async line => {
    const [first, ...others] = await onEachMachine(line);
    expect(first).toMatch(/\[exit (?:0|2|8|10)\]$/);
    for (const other of others) expect(other).toBe(first);
  });
});

describe("where the account's zone is known", () => {
  test.each(sample(['agenda', 'report', 'contacts list', 'contacts list -o md', 'contacts show 1'], 2))(
    '%s',
    async line => {
      const [first, ...others] = await onEachMachine(line, byProfile);
      for (const other of others) expect(other).toBe(first);
    },
  );

  test('tables show times in it', async () => {
    const [shown] = await onEachMachine('contacts list --columns id,created_at --limit 1', byProfile);
    const [{created_at}] = JSON.parse((await shell().emk('contacts list --limit 1 -o json')).stdout);
    const there = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Pacific/Auckland',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    expect(shown).toContain(there.format(new Date(created_at)));
  });
});
