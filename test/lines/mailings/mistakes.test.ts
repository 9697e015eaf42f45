/** Mistakes before a mailing is sent: in a script and at a terminal, nothing that changes anything is requested. */

import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {sample} from '../../support/sample.js';
import {type Shell, startShell} from '../../support/shell.js';
import {words} from '../../support/words.js';

let shell: Shell;
beforeAll(async () => {
  const started = await startShell();
  // The account's zone is known, because daylight saving has mistakes of its own.
  const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: '', TZ: 'Europe/Berlin'};
  shell = {...started, emk: (line, given) => started.emk(line, {...given, env})};
  const {publicKey, secretKey, baseUrl} = started.sandbox;
  const login = `auth login --public-key ${publicKey} --secret-key-stdin --base-url ${baseUrl}`;
  await shell.emk(login, {stdin: secretKey});
  await shell.emk('config set timezone Europe/Berlin');
  await shell.emk('config set test-list Newsletter');
  shell.write('empty.html', '');
  shell.write('big.html', `${html('x'.repeat(110_000))}`);
  for (const line of scene) expect([line, (await shell.emk(line)).code]).toEqual([line, 0]);
}, 60_000);
afterAll(() => shell.close());

const html = (text: string): string =>
  `<html><head><meta charset="utf-8"><title>x</title></head><body><p>${text} ((sender_address)) <a href="((unsubscribe_preferences))">Leave</a></body></html>`;

const basic = '--subject Hello --preheader News --from 1 --group 1 --template 2 --to contacts_1';

/** An account in which more can go wrong: a deleted sender and list, an empty list, unsubscribed people. */
const scene: readonly string[] = [
  'senders create --from-name Old --from-email old@acme.example --reply-to old@acme.example --country 104 --address-line1 x --nickname old',
  `mailings create --name Ours ${basic} --from 3 --force sender-verified --at "2026-06-01 09:00" --yes`,
  'senders delete 3 --yes --force sender-exists',
  'lists create Empty',
  'lists create Left',
  'contacts create --list Left --email gone@example.org --country 104 --include-unsubscribed',
  'lists create Old',
  'lists delete Old --yes',
  'lists create "Joined in spring"',
  `mailings create --name Twice ${basic} --subject "Twice told" --at "2026-03-05 09:00" --yes`,
];

const create = (more: string): string => `mailings create --name May ${basic} --now ${more}`;

const own = (body: string): string => `${create('--template 1 --html')} '${body}'`;

type Mistake = readonly [
  what: string,
  line: string,
  exit: number,
  says: string,
  /** The question, which the person answers with no. */
  asked?: string,
];

const n = 'n\r';

const mistakes: readonly Mistake[] = [
  ['a group by a wrong name', create('--group Weekli'), 4, 'There is no group "Weekli".'],
  ['a group that is not there', create('--group 99'), 2, 'Group 99 is not in the account.'],
  [
    'a sender that is not verified',
    create('--from 2'),
    2,
    'The sender Acme Support <support@acme.example> is not verified',
  ],
  ['a sender that was deleted', create('--from 3'), 2, 'Sender 3 is not in the account.'],
  ['a sender by a wrong address', create('--from new@acme.example'), 4, 'There is no sender'],
  ['an empty audience', create('--to list:Empty').replace('--to contacts_1 ', ''), 2, 'Nobody is in Empty (0 people).'],
  ['an audience that is left out', create('--except list:Newsletter'), 2, 'Newsletter'],
  [
    'an audience that a segment and a list leave out together',
    create('--to segments_1 --except segments_1 --except contacts_1'),
    2,
    'Nobody would get this mail: 0 people',
  ],
  [
    'an audience that has unsubscribed',
    create('--to list:Left').replace('--to contacts_1 ', ''),
    2,
    'Nobody would get this mail: 0 people: 1 in the list, 1 unsubscribed.',
  ],
  ['an audience by a wrong name', create('--to list:Newsleter'), 4, 'There is no list "Newsleter".'],
  ['an audience by a wrong number', create('--to contacts_99'), 2, 'The audience names contacts_99, which is not'],
  ['an audience that was deleted', create('--to contacts_6'), 2, 'The audience names contacts_6, which is not'],
  ['a segment that is not there', create('--to segments_99'), 2, 'The audience names segments_99, which is not'],
  ['an exception that is not there', create('--except contacts_99'), 2, 'The audience names contacts_99, which is not'],
  ['an exception by a wrong name', create('--except list:Stuff'), 4, 'There is no list "Stuff".'],
  ['an audience that may be a list or a segment', create('--to "Joined in spring"'), 2, 'list:'],
  ['an exception that may be a list or a segment', create('--except "Joined in spring"'), 2, 'list:'],
  ['an audience without its kind by a wrong name', create('--to Newsleter'), 4, 'There is no list or segment'],
  ['a template that is not there', create('--template 99'), 2, 'Template 99 is not in the account.'],
  ['a blank template', create('--template 1'), 2, 'The template "Blank" is blank, so the mail would be empty.'],
  ['an empty file', create('--template 1 --html @empty.html'), 2, 'The template "Blank" is blank'],
  [
    'both forms of a template',
    `${own(html('x'))} --template-json {}`,
    2,
    '--template-json and --html cannot be used together.',
  ],
  ['JSON that is none', create('--template 1 --template-json {]'), 2, '--template-json is not JSON'],
  ['a file without its @ that is not there', own('may.html'), 2, 'emk cannot read the file may.html.'],
  ['a word in place of HTML', own('Hello'), 2, '--html holds no HTML, but "Hello".'],
  ['a file that is not there', own('@nope.html'), 2, 'emk cannot read the file nope.html.'],
  ['no way to unsubscribe', own('<p>Hello'), 2, 'Nobody can unsubscribe from this mail'],
  ['a mistyped tag', own(html('Hi ((first_nme))')), 2, 'Write ((first_name)).'],
  ['a tag that lacks a bracket', own(html('Hi ((first_name)')), 2, 'A bracket is missing in ((first_name)'],
  [
    'a mistyped tag in the subject',
    create('--subject "Hi ((fist_name))"'),
    2,
    'In the subject: ((fist_name)) is not a tag',
  ],
  [
    'a mistyped tag in the preheader',
    create('--preheader "((first name))"'),
    2,
    'In the preheader: ((first name)) is not',
  ],
  ['a link to this machine', own(html('<a href="http://localhost:3000">x</a>')), 2, 'http://localhost:3000'],
  ['a mail that Gmail cuts', create('--template 1 --html @big.html'), 2, 'Gmail cuts off after 102 KB'],
  ['a script in the mail', own(html('<script>x()</script>')), 2, 'script'],
  ['a blank subject', create('--subject ""'), 2, '--subject must not be blank.'],
  ['a date that is past', create('--at "2026-01-31 09:00"').replace('--now ', ''), 2, 'which is past.'],
  [
    'a date that the calendar lacks',
    create('--at "2026-02-30 09:00"').replace('--now ', ''),
    2,
    'There is no 2026-02-30 in the calendar',
  ],
  [
    'a date that only a person understands',
    create('--at "03/04 9am"').replace('--now ', ''),
    2,
    '"03/04 9am" is not a day that emk understands',
  ],
  ['a day without a time', create('--at tomorrow').replace('--now ', ''), 2, '"tomorrow" has no time of day.'],
  ['an hour that is skipped', create('--at "2026-03-29 02:30"').replace('--now ', ''), 2, 'skips 2026-03-29 02:30'],
  [
    'an hour that comes twice',
    create('--at "2026-10-25 02:30"').replace('--now ', ''),
    2,
    'shows twice 2026-10-25 02:30',
  ],
  ['both moments', create('--at "2026-05-01 09:00"'), 2, '--now and --at cannot be used together.'],
  [
    'more people than allowed',
    create('--max-recipients 3'),
    2,
    'This mails 12 people, but --max-recipients allows only 3.',
  ],
  [
    'the subject of another send, taken strictly',
    create('--subject "Twice told" --strict'),
    2,
    'A mailing with the same name or subject: "Twice"',
  ],
  ['a check by a wrong name', create('--force verified'), 2, 'There is no check called "verified".'],
  [
    'a name that went out with that subject',
    `mailings create --name Twice ${basic} --subject "Twice told" --now`,
    2,
    'There is a mailing "Twice" already',
    'There is a mailing "Twice" already',
  ],
  [
    'a change of what went out',
    'mailings update "Spring news" --now',
    2,
    'changing it may have no effect, or mail people again.',
  ],
  ['a change to a sender that is not verified', 'mailings update Twice --from 2 --now', 2, 'is not verified'],
  ['a change to a moment that is past', 'mailings update Twice --at "2026-01-01 09:00"', 2, 'which is past.'],
  ['a change to an audience that is not there', 'mailings update Twice --to contacts_99 --now', 2, 'names contacts_99'],
  ['a copy of a send whose sender is gone', 'mailings duplicate Ours', 2, 'Sender 3 is not in the account.'],
  [
    'a copy to more people than allowed',
    'mailings duplicate Twice --max-recipients 3',
    2,
    'This mails 12 people, but --max-recipients allows only 3.',
  ],
  [
    'a test through a list of other people',
    'mailings test Twice --to me@acme.example',
    2,
    'Other people are on the list',
  ],
  ['a test to no address', 'mailings test Twice --to me', 2, '"me" is not an email address: it has no @.'],
  ['an automation without emails', 'automations set-live "Win back"', 2, 'has no emails'],
  ['an automation without a group', 'automations set-live Birthday', 2, 'The automation has no group.'],
];

const changing = async (): Promise<string[]> =>
  (await shell.sandbox.requests())
    .filter(({method, path}) => method !== 'GET' || /set-live|pause|duplicate|resend/.test(path))
    .map(({method, path}) => `${method} ${path}`);

describe('stops', () => {
  test.each(
    sample(
      mistakes.map(([...row]) => row),
      20,
    ),
  )('%s in a script: %s', async (_, line, exit, says) => {
    const before = await changing();
    const {code, stdout, stderr} = await shell.emk([...words(line), '--yes']);
    expect([code, stdout, stderr]).toEqual([exit, '', expect.stringContaining(says)]);
    expect(await changing()).toEqual(before);
  });

  for (const [what, line, exit, says, asked] of sample(mistakes, 5)) {
    test(`${what} at a terminal: ${line}`, async () => {
      const before = await changing();
      const {code, stderr} = await atTerminal(shell, words(line), ...(asked ? [[asked, n] as const] : []));
      expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual(
        asked ? [130, expect.stringContaining('Nothing was changed.')] : [exit, expect.stringContaining(says)],
      );
      expect(await changing()).toEqual(before);
    });
  }

  test.each([
    ['a send', create('').replace('May', 'June'), 'Mail "June" to'],
    ['a copy', 'mailings duplicate Twice', 'Copy mailing "Twice"'],
  ])('%s that nobody said yes to', async (_, line, says) => {
    const before = await changing();
    const script = await shell.emk(line);
    expect([script.code, script.stdout]).toEqual([2, '']);
    expect(script.stderr).toContain('needs a yes');
    const person = await atTerminal(shell, words(line), [says, n]);
    expect(person.code).toBe(130);
    expect(await changing()).toEqual(before);
  });

  test.each(['--now', '--at "2026-05-01 09:00"'])('a send that lacks everything but %s', async moment => {
    const before = await changing();
    const script = await shell.emk(`mailings create ${moment} --yes`);
    expect([script.code, script.stderr]).toEqual([
      2,
      expect.stringContaining('--subject, --group, --to and --template are missing'),
    ]);
    const person = await atTerminal(shell, words(`mailings create ${moment}`), ['Subject line:', '\u0003']);
    expect(person.code).toBe(130);
    expect(await changing()).toEqual(before);
  });
});
