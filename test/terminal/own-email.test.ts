/** A mail is checked as soon as its file is known, and a scheduled mailing asks few questions. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();
const GOOD =
  '<html lang="en"><head><meta charset="utf-8"><title>May</title></head><body><p>Hello, here is all that is new in May.</p>' +
  '<p>((sender_address)) <a href="((unsubscribe_preferences))">Unsubscribe</a></p></body></html>\n';
const enter = '\r';
const space = ' ';

test('a scheduled mailing asks five questions; only what has no choice is derived', {tags: ['long']}, async () => {
  shell().write('may.html', GOOD);
  const {code, stderr} = await atTerminal(
    shell(),
    'mailings create',
    ['Subject line', `News of May for ((first_name))${enter}`],
    ['Which email?', enter],
    ['◯ Newsletter', space],
    ['◉ Newsletter', enter],
    ['❯ Weekly news', enter],
    ['When does it go out?', `2030-05-01 09:00${enter}`],
    ['Mail "News of May for ((first_name))"', `y${enter}`],
  );
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/Next time: .*--template Blank --html @may\.html/);
  // The only verified sender is found again.
  expect(stderr).not.toContain('--from');
});

test('the line of next time has no ids: emk derives the only sender and the template again', async () => {
  shell().write('may.html', GOOD);
  const {code, stderr} = await atTerminal(
    shell(),
    'send may.html --to list:Newsletter',
    ['Subject line', `May${enter}`],
    ['❯ Weekly news', enter],
    ['When does it go out?', `2030-05-01 09:00${enter}`],
    ['Mail "May"', `y${enter}`],
  );
  const [, line = ''] = /Next time: emk (.*)/.exec(stderr) ?? [];
  expect([code, line]).toEqual([0, expect.stringMatching(/^send --subject May --group 'Weekly news' --at /)]);
  const again = await shell().emk(`${line} --name June --yes --no-input`);
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('"June" was created')]);
});

test('a letter with a mistake is asked for again, with its line', {tags: ['long']}, async () => {
  const file = join(shell().folder, 'may.html');
  writeFileSync(file, GOOD.replace('<p>Hello', '<p><a href="/may">Read on</a> Hello'));
  const corrected = () => {
    writeFileSync(file, GOOD);
    return enter;
  };
  const {code, stderr} = await atTerminal(
    shell(),
    'mailings create --subject May --preheader News --to list:Newsletter --group 1 --now',
    ['Which email?', enter],
    ['Line 1, column', ''],
    ['? Which email?', corrected],
    ['Mail "May"', `y${enter}`],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('may.html: Line 1, column')]);
});
