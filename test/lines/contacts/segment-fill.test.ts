import {beforeEach, expect, test} from 'vitest';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
beforeEach(() => shell().sandbox.faults.clear());

const guests = (from: number, to: number): string =>
  ['Vorname;Nachname;E-Mail', ...numbers(from, to).map(at => `Guest;Number ${at};guest${at}@people.example`)].join(
    '\r\n',
  );

const numbers = (from: number, to: number): number[] => Array.from({length: to - from}, (_, at) => from + at);

const added = async (): Promise<string[]> => {
  const {stdout} = await shell().emk('segments recipients list 2 -o json');
  return (JSON.parse(stdout) as Array<{email: string}>).map(({email}) => email).filter(email => /^guest/.test(email));
};

const requests = async (): Promise<number> =>
  (await shell().sandbox.requests()).filter(({path}) => path.includes('/segment/email/store')).length;

test('a file fills a segment, and a second run sends nothing', async () => {
  shell().write('guests.csv', guests(0, 40));
  const first = await shell().emk('segments recipients add --segment 2 --file guests.csv -o json');
  expect(first.code).toBe(0);
  expect(JSON.parse(first.stdout).done).toHaveLength(40);
  const sent = await requests();
  const second = await shell().emk('segments recipients add --segment 2 --file guests.csv');
  expect(second.stderr).toContain('40 addresses');
  expect(await requests()).toBe(sent);
  expect(await added()).toHaveLength(40);
});

test('an answer that is lost is looked for, and what a broken run left out is added by the next', async () => {
  shell().write('more.csv', guests(0, 60));
  shell().sandbox.misbehave('POST /segment/email/store=lost-reply:1');
  shell().sandbox.misbehave('POST /segment/email/store=503-maintenance,after=5');
  const broken = await shell().emk('segments recipients add --segment 2 --file more.csv EMK_MAX_WAIT=1');
  expect(broken.code).toBe(8);
  const after = (await added()).length;
  expect(after).toBeGreaterThan(40);
  expect(after).toBeLessThan(60);
  shell().sandbox.faults.clear();
  const again = await shell().emk('segments recipients add --segment 2 --file more.csv');
  expect(again.stderr).toContain(`${60 - after} addresses`);
  expect((await added()).sort()).toEqual(
    numbers(0, 60)
      .map(at => `guest${at}@people.example`)
      .sort(),
  );
});

test('a live automation on the segment stops a script until it is allowed', async () => {
  const {stdout} = await shell().emk('automations create --kind custom --name Hello --for segments_2 --group 1 -o id');
  const utr = stdout.trim();
  const moment = '--subject Hi --wait 1 --unit hours --template 2 --preview 2.png';
  expect((await shell().emk(`automations emails add --automation ${utr} --from 1 ${moment}`)).code).toBe(0);
  expect((await shell().emk(`automations set-live ${utr} --yes`)).code).toBe(0);
  shell().write('late.csv', guests(60, 62));
  const sent = await requests();
  const refused = await shell().emk('segments recipients add --segment 2 --file late.csv');
  expect([refused.code, await requests()]).toEqual([2, sent]);
  expect(refused.stderr).toContain('"Hello"');
  const allowed = await shell().emk('segments recipients add --segment 2 --file late.csv --allow-automations');
  expect([allowed.code, await requests()]).toEqual([0, sent + 2]);
});

test('the names of a file in another encoding arrive as they are written', async () => {
  // In Mac Roman, ë is the byte 91.
  shell().write('mac.csv', Buffer.from('Vorname;Nachname;E-Mail\nZo\x91;Mac;zoe.mac@people.example\n', 'latin1'));
  expect(
    (await shell().emk('segments recipients add --segment 2 --file mac.csv --encoding macintosh --allow-automations'))
      .code,
  ).toBe(0);
  expect((await shell().emk('segments recipients list 2 -o json')).stdout).toContain('Zoë Mac');
});
