/**
 * Three jobs in windows of 80x24 and 60x20: the first mailing of an empty account, a move from Mailchimp, and the four
 * questions that support is asked. The screens are in the files beside this test, and `UPDATE=1` writes them anew, for
 * people who look at what changed. It needs `npm run build`.
 */
import {readFileSync} from 'node:fs';
import {expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../src/sandbox/running/start.js';
import {expectGolden} from '../reference/golden.js';
import {type Recording, record} from './recording.js';
import {bareDesk, type Desk, describeInTerminal, keys} from './terminal.js';

const {enter, up} = keys;

const sizes = [
  {columns: 80, rows: 24},
  {columns: 60, rows: 20},
] as const;

type Size = (typeof sizes)[number];

describeInTerminal('a job', () => {
  test.each(sizes)('the first mailing of an empty account, at $columns columns', {timeout: 180_000}, async size => {
    const {here, job, later} = await begin('empty', size);
    here.write('customers.csv', 'email,first_name,country\nada@example.com,Ada,India\nbo@example.com,Bo,Germany\n');
    here.write('may.md', '# What is new\n\nHello ((first_name))\n\n[Unsubscribe](((unsubscribe_preferences)))\n');
    const sent = await job.run([], async ({look, answer}) => {
      await answer('Write a mailing', 'write');
      await answer('❯ Write a mailing', enter);
      await look('? Name that people see:', `Acme${enter}`);
      await look('? Address that people see:', `news@acme.example${enter}`);
      await look('? Postal address', `1 Main St, Berlin, Germany${enter}`);
      await look('? Which CSV file?', `customers.csv${enter}`);
      await look('? Name of the list:', `Customers${enter}`);
      await look('? Import 2 contacts', 'y');
      await look('? Name of the group:', `News${enter}`);
      await look('❯ may.md', enter);
      // Meanwhile, the link in the mail to the sender is clicked.
      await later('1h');
      await look('? Subject line:', `May${enter}`);
      await look('? Text that inboxes show', `What is new${enter}`);
      await look(/When does it go out\?[\s\S]*❯/, 'now');
      await answer('❯ Now', enter);
      await look('? Mail "May"', 'y');
      await look('❯ Nothing more', enter);
      await answer('of 10 shown', 'q');
    });
    expect(sent.code, sent.screen).toBe(0);
    expect(sent.questions - NEXT, sent.screen).toBeLessThanOrEqual(12);
    expectGolden(`../terminal/first-mailing-${nameOf(size)}.txt`, job.text());
  });

  test.each(sizes)('a move from Mailchimp, at $columns columns', {timeout: 180_000}, async size => {
    const {here, job} = await begin('demo', size);
    here.write('subscribed_members_export.csv', layout('mailchimp-subscribed'));
    here.write('unsubscribed_members_export.csv', layout('mailchimp-unsubscribed'));
    here.write('moved.md', letter);
    const added = await job.run(['import', 'subscribed_members_export.csv'], async ({look, answer}) => {
      await look('❯ Newsletter', up);
      await answer('❯ New list', enter);
      await answer('? Name of the list:', `Readers${enter}`);
      await look('? Which field does each column fill?', '-');
      await answer(/❯ Phone Number .*skip/, enter);
      await look(/\? Import \d+ contacts? into "Readers"\?/, 'y');
      await look('❯ Nothing more', enter);
    });
    expect(added.code, added.screen).toBe(0);
    expect(added.questions - NEXT, added.screen).toBeLessThanOrEqual(5);

    const left = await job.run(['unsubscribers', 'add'], async ({look, answer}) => {
      await look('? Which addresses?', 'tool');
      await answer('❯ Read who unsubscribed', enter);
      await look('? An export of another tool', `unsubscribed_members_export.csv${enter}`);
      await look(/\? Unsubscribe \d+ address/, 'y');
    });
    expect(left.code, left.screen).toBe(0);

    const sent = await job.run(['send'], async ({look, answer}) => {
      await look('❯ moved.md', enter);
      await look('? Replace *|FNAME|*', 'y');
      await look('? Subject line:', `We have moved${enter}`);
      await look('? Text that inboxes show', `What is new${enter}`);
      await look(/Who gets it\?[\s\S]*◯/, 'read');
      await answer('❯ ◯ Readers', ' ');
      await answer('◉ Readers', enter);
      await look(/When does it go out\?[\s\S]*❯/, 'now');
      await answer('❯ Now', enter);
      await look('? Anything else?', enter);
      await look('? Mail "We have moved"', 'y');
      await look('❯ Nothing more', enter);
    });
    expect(sent.code, sent.screen).toBe(0);
    expect(sent.questions - REPAIRED - NEXT, sent.screen).toBeLessThanOrEqual(9);
    expectGolden(`../terminal/mailchimp-${nameOf(size)}.txt`, job.text());
  });

  test.each(sizes)('four questions of support, at $columns columns', {timeout: 180_000}, async size => {
    const {job} = await begin('demo', size);
    const who = await job.run(['find', 'ann'], async () => undefined);
    expect(who.screen).toContain('ann@example.com');
    const whole = await job.run(['people', 'show', 'ann@example.com', '--everywhere'], async () => undefined);
    expect(whole.code, whole.screen).toBe(0);
    const why = await job.run(['people', 'why', 'ann@example.com', 'Spring news'], async () => undefined);
    expect(why.screen).toContain('went to people in Newsletter');
    const off = await job.run(['unsubscribers', 'add', '--email', 'ann@example.com'], async () => undefined);
    expect(off.code, off.screen).toBe(0);
    const erased = await job.run(['people', 'erase', 'ann@example.com'], async ({look}) => {
      await look('? Erase ann@example.com', 'y');
    });
    expect(erased.code, erased.screen).toBe(0);
    const gone = await job.run(['find', 'ann@example.com'], async () => undefined);
    expect(gone.screen).not.toContain('Adler');
    expectGolden(`../terminal/support-${nameOf(size)}.txt`, job.text());
  });
});

/** The question what comes next. */
const NEXT = 1;

/** The question about the tags of the other tool. */
const REPAIRED = 1;

const nameOf = ({columns, rows}: Size): string => `${columns}x${rows}`;

/** A desk that is logged in to a sandbox, the record of what is played there, and a way to let time pass. */
async function begin(kind: 'demo' | 'empty', size: Size): Promise<Job> {
  const sandbox = await startSandbox({clock: 'step@2030-03-04T12:00:00Z', seed: {kind}});
  onTestFinished(() => sandbox.close());
  const here = bareDesk();
  const {origin, baseUrl, publicKey, secretKey} = sandbox;
  const login = await here.play(
    ['login'],
    [
      ['? Address of the service', `${baseUrl}${enter}`],
      ['? Public key', `${publicKey}${enter}`],
      ['? Secret key', `${secretKey}${enter}`],
    ],
  );
  expect(login.code, login.screen).toBe(0);
  const zone = await here.play(['config', 'set', 'timezone', 'UTC'], []);
  expect(zone.code, zone.screen).toBe(0);
  const later = async (by: string) => {
    const headers = {PublicKey: publicKey, SecretKey: secretKey};
    const turned = await fetch(`${origin}/__clock`, {method: 'POST', headers, body: new URLSearchParams({by})});
    expect(turned.ok).toBe(true);
  };
  return {here, job: record(here, size), later};
}

type Job = {readonly here: Desk; readonly job: Recording; readonly later: (by: string) => Promise<void>};

const layout = (name: string): string =>
  readFileSync(new URL(`../contacts-import/layouts/${name}.csv`, import.meta.url), 'utf8');

const letter = '# We have moved\n\nHello *|FNAME|*\n\n[Unsubscribe](*|UNSUB|*)\n';
