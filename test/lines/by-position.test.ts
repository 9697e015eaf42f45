/** What emk understands without an option's name is taken. */
import {describe, expect, test} from 'vitest';
import {errorOf} from '../support/said.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const IN_SPRING = 'segments recipients delete ada@example.net --segment "Joined in spring" --dry-run';
const person = '--first-name Ada --last-name Lovelace --allow-automations';

test.for([
  ['contacts create ada@example.net --list Staff --country Germany', 'contacts show ada@example.net'],
  ['contacts add ada@example.net --list Staff --country Germany', 'contacts show ada@example.net'],
  ['unsubscribes add ada@example.net eve@example.net', 'unsubscribes delete eve@example.net --dry-run'],
  ['unsubscribes add ada@example.net --email eve@example.net', 'unsubscribes delete eve@example.net --dry-run'],
  [`segments recipients add "Joined in spring" ada@example.net ${person}`, IN_SPRING],
  [`segments recipients add ada@example.net --segment "Joined in spring" ${person}`, IN_SPRING],
  ['groups recipients add Offers ada@example.net', 'groups recipients delete ada@example.net --group Offers --dry-run'],
  ['notifications add ada@example.net --owner Ada', 'notifications delete ada@example.net --dry-run'],
] as const)('%s', async ([line, finds]) => {
  const added = await shell().emk(line);
  expect(added.code, added.stderr).toBe(0);
  expect((await shell().emk(finds)).code).toBe(0);
});

const LETTER = '<p>Hello</p><p><a href="((unsubscribe_preferences))">Unsubscribe</a></p>';
const SEND = `send --name A --subject Words --preheader Of --from news@acme.example --group Offers --template Blank --html '${LETTER}' --at "2026-05-01 09:00" --yes`;

test('an audience needs no kind where only one list or segment has the name', async () => {
  const {code, stdout, stderr} = await shell().emk(`${SEND} --to Staff --except "Joined in spring" -o json`);
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({recipient_id: [{id: '3', table: 'contacts_'}]});
});

test('where a list and a segment have the name, and where none has, nothing is sent', async () => {
  await shell().emk('lists create "Joined in spring"');
  expect((await shell().emk(`${SEND} --to "Joined in spring"`)).code).toBe(2);
  expect((await shell().emk(`${SEND} --to Nobody`)).code).toBe(4);
});

describe('what a line may not say is refused, and changes nothing', () => {
  test.each([
    'lists update 1 --name ""',
    'mailings create --name May --to list:Staff --to " "',
    'contacts create --list 3 --country India --email nope',
    'contacts create --list 3 --country India --email "x y@b.example"',
    'contacts create --list 3 --country India --email a@b',
    'groups create',
  ])('%s', async line => {
    const ran = await shell().emk(`${line} -o json`);
    const changes = (await shell().sandbox.requests()).filter(({method}) => method !== 'GET');
    expect([ran.code, errorOf(ran)?.code, changes]).toEqual([2, 'usage', []]);
  });
});
