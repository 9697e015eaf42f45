/** A mail is checked as soon as its file is known, and a scheduled mailing asks few questions. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell();
const GOOD =
  '<html lang="en"><head><meta charset="utf-8"><title>May</title></head><body><p>Hello, here is all that is new in May.</p>' +
  '<p>((sender_address)) <a href="((unsubscribe_preferences))">Unsubscribe</a></p></body></html>\n';
const enter = '\r';
const space = ' ';

/** Questions that were answered, as the screen keeps them. */
const questionsOf = (screen: string): number => new Set(screen.match(/^✔ .*$/gm)).size;

test('a scheduled mailing asks at most seven questions when there was one before, whose sender and group are taken', {
  tags: ['long'],
}, async () => {
  shell().write('may.html', GOOD);
  const {code, stderr} = await atTerminal(
    shell(),
    'mailings create',
    ['Which email?', enter],
    ['Subject line', `News of May for ((first_name))${enter}`],
    ['Text that inboxes show', `All that is new${enter}`],
    ['◯ Newsletter', space],
    ['◉ Newsletter', enter],
    ['At a set time…', '2030-05-01 09:00'],
    ['❯ Wednesday 1 May 2030', enter],
    ['Anything else?', enter],
    ['Mail "News of May"', `y${enter}`],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('may.html: emk found no mistakes.')]);
  expect(stderr).toContain('your only verified sender');
  expect(stderr).toContain('The group is "Weekly news", as in your last mailing, "Autumn preview".');
  expect(stderr).toContain('Its name in your lists is "News of May", like the subject.');
  expect(stderr).toMatch(/Next time: .*--template Blank --html @may\.html/);
  expect(questionsOf(stderr)).toBeLessThanOrEqual(7);
});

test('and at most nine without an earlier one, and what was taken can be changed at the end', {
  tags: ['long'],
}, async () => {
  shell().write('may.html', GOOD);
  await shell().emk('mailings delete "Spring news" "Summer offer" "Autumn preview" --yes');
  await shell().emk(
    'senders create --from-name Shop --from-email shop@acme.example --reply-to shop@acme.example --country 1 --company-address Here --nickname Shop',
  );
  const {code, stderr} = await atTerminal(
    shell(),
    'mailings create --dry-run',
    ['Which email?', enter],
    ['Subject line', `June${enter}`],
    ['Text that inboxes show', `All that is new${enter}`],
    ['◯ Newsletter', space],
    ['◉ Newsletter', enter],
    ['❯ Weekly news', enter],
    ['At a set time…', '2030-05-01 09:00'],
    ['❯ Wednesday 1 May 2030', enter],
    ['❯ ◯ Who does not', '\u001b[B'],
    ['❯ ◯ Name', space],
    ['◉ Name', enter],
    ['Name: June', ` news${enter}`],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining("--name 'June news' --subject June")]);
  expect(questionsOf(stderr)).toBeLessThanOrEqual(9);
});

test('a mistake in the letter is corrected before the next question', {tags: ['long']}, async () => {
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
    ['Fix 1 error in may.html and press Enter', corrected],
    ['Anything else?', enter],
    ['Mail "May"', `y${enter}`],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('may.html: Line 1, column')]);
});
