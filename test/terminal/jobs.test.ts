/**
 * Two jobs in a window of 80x24: a move from Mailchimp, and the four questions that support is asked. The screens are in
 * the files beside this test, and `UPDATE=1` writes them anew, for people who look at what changed.
 * @module-tag long
 */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {describeInTerminal, keys} from '../support/terminal.js';
import {expectGolden} from './golden.js';
import {begin, nameOf, sizes} from './job.js';

const {enter} = keys;

describeInTerminal('a job', () => {
  test.each(sizes)('a move from Mailchimp, at $columns columns', {timeout: 180_000}, async size => {
    const {here, job} = await begin('demo', size);
    here.write('subscribed_members_export.csv', layout('mailchimp-subscribed'));
    here.write('unsubscribed_members_export.csv', layout('mailchimp-unsubscribed'));
    here.write('moved.md', letter);
    const added = await job.run(
      ['import', 'subscribed_members_export.csv', '--list', 'Readers', '--create-list'],
      async ({look}) => {
        await look(/match(?:es)? no\s+field[\s\S]*❯ Skip/, enter);
        await look(/\? Import \d+ contacts? into "Readers"\?/, 'y\r');
      },
    );
    expect(added.code, added.screen).toBe(0);
    expect(added.questions, added.screen).toBeLessThanOrEqual(2);

    const left = await job.run(['unsubscribes', 'add'], async ({look, answer}) => {
      await look(/\? Which addresses\? *\n❯/, 'file');
      await answer('❯ Read them from a file', enter);
      await look('? A file of addresses', `unsubscribed_members_export.csv${enter}`);
      await look(/\? Unsubscribe \d+ address/, 'y\r');
    });
    expect(left.code, left.screen).toBe(0);

    const refused = await job.run(['templates', 'lint', 'moved.md'], async () => undefined);
    expect(refused.code, refused.screen).toBe(10);
    here.write(
      'moved.md',
      letter.replace('*|FNAME|*', '((first_name))').replace('*|UNSUB|*', '((unsubscribe_preferences))'),
    );
    const sent = await job.run(['send', 'moved.md'], async ({look, answer}) => {
      await look('? Subject line:', `We have moved${enter}`);
      await look(/Who gets it\?[\s\S]*◯ Readers/, keys.down.repeat(3));
      await answer('❯ ◯ Readers', ' ');
      await answer('◉ Readers', enter);
      await look('❯ Weekly news', enter);
      await look('? When does it go out?', `now${enter}`);
      await look('? Mail "We have moved"', 'y\r');
    });
    expect(sent.code, sent.screen).toBe(0);
    expect(sent.questions, sent.screen).toBeLessThanOrEqual(5);
    expectGolden(`../terminal/mailchimp-${nameOf(size)}.txt`, job.text());
  });

  test.each(sizes)('four questions of support, at $columns columns', {timeout: 180_000}, async size => {
    const {job} = await begin('demo', size);
    const who = await job.run(['find', 'ann'], async () => undefined);
    expect(who.screen).toContain('ann@example.com');
    const whole = await job.run(['contacts', 'show', 'ann@example.com'], async () => undefined);
    expect(whole.code, whole.screen).toBe(0);
    const why = await job.run(
      ['contacts', 'show', 'ann@example.com', '--mailing', 'Spring news'],
      async () => undefined,
    );
    expect(why.screen).toMatch(/is in\W+Newsletter/);
    const off = await job.run(['unsubscribes', 'add', '--email', 'ann@example.com'], async () => undefined);
    expect(off.code, off.screen).toBe(0);
    const erased = await job.run(['contacts', 'erase', 'ann@example.com'], async ({look}) => {
      await look('? Erase ann@example.com', 'y\r');
    });
    expect(erased.code, erased.screen).toBe(0);
    const gone = await job.run(['find', 'ann@example.com'], async () => undefined);
    expect(gone.screen).not.toContain('Adler');
    expectGolden(`../terminal/support-${nameOf(size)}.txt`, job.text());
  });
});

const layout = (name: string): string =>
  readFileSync(new URL(`../import/layouts/${name}.csv`, import.meta.url), 'utf8');

const letter = '# We have moved\n\nHello *|FNAME|*\n\n[Unsubscribe](*|UNSUB|*)\n';
