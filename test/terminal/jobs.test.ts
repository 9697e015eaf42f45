/**
 * Three jobs in windows of 80x24 and 60x20: the first mailing of an empty account, a move from Mailchimp, and the four
 * questions that support is asked. And mistakes on the way, each with its repair. The screens are in the files beside
 * this test, and `UPDATE=1` writes them anew, for people who look at what changed. It needs `npm run build`.
 * @module-tag long
 */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {expectGolden} from '../reference/golden.js';
import {begin, nameOf, sizes} from './job.js';
import {describeInTerminal, keys} from './terminal.js';

const {enter, up, ctrlC, ctrlU} = keys;

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
    });
    expect(added.code, added.screen).toBe(0);
    expect(added.questions - NEXT, added.screen).toBeLessThanOrEqual(5);

    const left = await job.run(['unsubscribes', 'add'], async ({look, answer}) => {
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
    });
    expect(sent.code, sent.screen).toBe(0);
    expect(sent.questions - REPAIRED - NEXT, sent.screen).toBeLessThanOrEqual(9);
    expectGolden(`../terminal/mailchimp-${nameOf(size)}.txt`, job.text());
  });

  test.each(sizes)('four questions of support, at $columns columns', {timeout: 180_000}, async size => {
    const {job} = await begin('demo', size);
    const who = await job.run(['find', 'ann'], async () => undefined);
    expect(who.screen).toContain('ann@example.com');
    const whole = await job.run(['people', 'show', 'ann@example.com'], async () => undefined);
    expect(whole.code, whole.screen).toBe(0);
    const why = await job.run(['people', 'show', 'ann@example.com', '--mailing', 'Spring news'], async () => undefined);
    expect(why.screen).toContain('is in Newsletter');
    const off = await job.run(['unsubscribes', 'add', '--email', 'ann@example.com'], async () => undefined);
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

describeInTerminal('mistakes', () => {
  test.each(sizes)('and how each is repaired, at $columns columns', {timeout: 300_000}, async size => {
    const {here, job} = await begin('demo', size);
    const runs = async (line: string, play: Parameters<typeof job.run>[1], code: number) => {
      const ended = await job.run(line.split(' '), play);
      expect(ended.code, ended.screen).toBe(code);
    };
    await runs('users list --columns email --limit 1', async ({look}) => look('Run it?', 'y'), 0);
    await runs('people list --columns email --limti 1', async ({look}) => look('Run it?', 'y'), 0);
    await runs('search bob', async () => undefined, 0);
    await runs('lists delete Staf', ({look}) => look('Run it?', 'y').then(() => look('? Delete list', 'n')), 130);
    here.write('moved.md', letter);
    await runs(
      'send moved.md',
      async ({look}) => {
        await look('Run it?', 'y');
        await look('? Replace *|FNAME|*', 'y');
        await look('? Subject line:', ctrlC);
      },
      130,
    );
    const zone = await here.play(['config', 'unset', 'timezone'], []);
    expect(zone.code, zone.screen).toBe(0);
    await runs(
      'reschedule',
      async ({look}) => {
        await look('❯ Autumn preview', enter);
        await look('? Does your account page', 'n');
        await look('? The time zone', `Bärlin${enter}`);
        await look(/Bärlin[\s\S]*is not a time zone/, `${ctrlU}Berlin${enter}`);
        await look('? The new time:', `tomorow 9am${enter}`);
        await look(/tomorow 9am[\s\S]*is not a day/, `${ctrlU}2030-05-01 09:00${enter}`);
        await look('? Mail "Autumn preview"', 'y');
        await look(/What next\? cancel\n❯ Cancel it/, enter);
        await look('? Cancel "Autumn preview"', 'n');
      },
      0,
    );
    await runs(
      'login',
      async ({look}) => {
        await look('? Address of the service', `not a place${enter}`);
        await look(/warning[\s\S]*\? Address of the service[\s\S]*not a place/, ctrlC);
      },
      130,
    );
    const pasted = Array.from({length: 300}, (_, at) => `reader${at}@example.com`).join('\n');
    await runs(
      'unsubscribes add',
      async ({look}) => {
        await look('❯ Type or paste them', enter);
        await look('? Address to add', `\u001b[200~${pasted}\u001b[201~`);
        await look('300 addresses', enter);
        await look('? Unsubscribe 300 addresses', 'n');
      },
      130,
    );
    await runs(
      'send --subject Hello --name Hello --preheader News --template Newsletter --to list:Staff --group 1 --from 2 --at 2030-05-01T09:00',
      async ({look}) => {
        await look('❯ I have clicked the link', enter);
        await look(/still not verified[\s\S]*❯ I have clicked/, 'another');
        await look(/continue\? another\n❯ Choose another sender/, enter);
        await look('? Which sender?', enter);
        await look('? Mail "Hello"', 'n');
      },
      130,
    );
    await runs(
      'people delete',
      async ({look}) => {
        await look(/Which contacts\?[\s\S]*❯/, 'bob');
        await look(/contacts\? bob\n❯ ◯ bob@/, ' ');
        await look('◉ bob@', enter);
        await look('? Delete contact', 'y');
        await look(/What next\? back\n❯ Bring it back/, enter);
        await look('? Import 1 contact', 'y');
      },
      0,
    );
    expectGolden(`../terminal/mistakes-${nameOf(size)}.txt`, job.text());
  });
});

/** The question what comes next. */
const NEXT = 1;

/** The question about the tags of the other tool. */
const REPAIRED = 1;

const layout = (name: string): string =>
  readFileSync(new URL(`../contacts-import/layouts/${name}.csv`, import.meta.url), 'utf8');

const letter = '# We have moved\n\nHello *|FNAME|*\n\n[Unsubscribe](*|UNSUB|*)\n';
