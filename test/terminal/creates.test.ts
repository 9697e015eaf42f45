/** Every command that creates something asks for all it needs, on a terminal of forty columns. */

import {expect, test} from 'vitest';
import {sample} from '../support/sample.js';
import {describeInTerminal, desk, keys} from '../support/terminal.js';
import {words} from '../support/words.js';

const {enter, space, down} = keys;

type Play = {
  readonly line: string;
  readonly answers: ReadonlyArray<readonly [string | RegExp, string]>;
  readonly nextTime: string;
};

/** Shows the line of a job that ends with what can come next. */
const itsLine: Play['answers'] = [['Next time:', keys.escape]];

const plays: readonly Play[] = [
  {
    line: 'lists create',
    answers: [['? Name of the list:', `x${enter}`], ['must have at least 2 characters', `y${enter}`], ...itsLine],
    nextTime: 'emk lists create --name xy',
  },
  {
    line: 'contacts create',
    answers: [
      ['Email address, or paste several:', `ada@b.example${enter}${keys.ctrlD}`],
      ['❯ Newsletter', 'staff'],
      ['❯ Staff', enter],
      ['❯ Afghanistan', 'india'],
      ['❯ India', enter],
      ...itsLine,
    ],
    nextTime: 'emk contacts create --list Staff --email ada@b.example --country India',
  },
  {
    line: 'fields create',
    answers: [
      ['? Name of the field', `shoe size${enter}`],
      ['may hold only letters', `${keys.ctrlU}shoe_size${enter}`],
      ['❯ text', down],
      ['❯ number', enter],
      ...itsLine,
    ],
    nextTime: 'emk fields create --name shoe_size --kind number',
  },
  {
    line: 'segments recipients add',
    answers: [
      ['❯ Customers in Germany', enter],
      ['❯ Type or paste people', enter],
      ['Email address, or paste several:', `Ada O'Neil <ada@b.example>${enter}${keys.ctrlD}`],
      ...itsLine,
    ],
    nextTime: `emk segments recipients add --segment 'Customers in Germany' --email 'Ada O'\\''Neil <ada@b.example>'`,
  },
  {
    line: 'unsubscribes add',
    answers: [['❯ Type or paste them', enter], ['Address to add', `eve@b.example${enter}${keys.ctrlD}`], ...itsLine],
    nextTime: 'emk unsubscribe --email eve@b.example',
  },
  {
    line: 'groups create',
    answers: [['? Name of the group:', `Tips${enter}`], ...itsLine],
    nextTime: `emk groups create --name Tips`,
  },
  {
    line: 'groups recipients add',
    answers: [
      ['❯ Weekly news', enter],
      ['❯ Type or paste them', down],
      ['❯ Read them', enter],
      ['? A file of addresses', `left.txt${enter}`],
    ],
    nextTime: `emk groups recipients add --group 'Weekly news' --file left.txt`,
  },
  {
    line: 'senders create',
    answers: [
      ['? Name that people see:', `Acme${enter}`],
      ['? Address that people see:', `acme${enter}`],
      ['is not an email address', `@b.example${enter}`],
      ['? Postal address of the', `1 Main St, Germany${enter}`],
      ...itsLine,
    ],
    nextTime: `emk senders create --from-name Acme --from-email acme@b.example --address-line1 '1 Main St, Germany'`,
  },
  {
    line: 'automations create',
    answers: [
      ['? Name of the automation:', `Hello${enter}`],
      ['❯ welcome', enter],
      ['❯ Newsletter', 'joined'],
      ['❯ Joined in spring', enter],
      ['❯ Weekly', enter],
      ...itsLine,
    ],
    nextTime: `emk automations create --kind welcome --name Hello --for 'segment:Joined in spring' --group 'Weekly news'`,
  },
  {
    line: 'automations emails add',
    answers: [
      ['❯ Win back', 'welcome'],
      ['❯ Welcome', enter],
      ['? Subject line:', `Day three${enter}`],
      ['❯ day3.html', 'my own'],
      ['❯ My own HTML', enter],
      ['Markdown file:', `day3.html${enter}`],
      ['❯ instantly', 'days'],
      ['❯ days', enter],
      ['? How many days', `3${enter}`],
      ['? Add the email', `y${enter}`],
      ...itsLine,
    ],
    nextTime: `--subject 'Day three' --wait 3 --unit days --template Blank --html @day3.html`,
  },
  {
    line: 'notifications add',
    answers: [
      ['? Email address:', `ops@b.example${enter}`],
      ['? Name of the owner:', `Ops${enter}`],
    ],
    nextTime: 'emk notifications add --email ops@b.example --owner Ops',
  },
  {
    line: 'mailings create',
    answers: [
      ['? Subject line:', `Hello${enter}`],
      ['❯ day3.html', down],
      ['❯ My own HTML', down],
      [/❯ \S+.* {2}template/, enter],
      ['◯ Newsletter', space],
      ['◉ Newsletter', down.repeat(4)],
      ['❯ ◯ Joined in spring', space],
      ['◉ Joined in spring', enter],
      [/❯ Weekly/, enter],
      ['? When does it go out?', `2030-05-01${enter}`],
      ['has no time of day', ` 09:00${enter}`],
      ['? Mail "Hello"', 'y\r'],
      ...itsLine,
    ],
    nextTime: `--to list:Newsletter --to 'segment:Joined in spring'`,
  },
];

describeInTerminal('asked for what is missing', () => {
  test.each(sample(plays, 2))('$line', async ({line, answers, nextTime}) => {
    const here = await desk();
    here.write('left.txt', 'gone@b.example\n');
    here.write('day3.html', '<p>Day three</p> <a href="((unsubscribe_preferences))">Leave</a>\n');
    const {code, screen} = await here.play([...words(line)], answers, {columns: 40});
    expect(code, screen).toBe(0);
    // A terminal of forty columns breaks lines anywhere.
    const said = screen.slice(screen.indexOf('Next time:')).replaceAll('\n', '');
    expect(said.replaceAll(' ', '')).toContain(nextTime.replaceAll(' ', ''));
    // One open question at a time, and none left open.
    expect(screen).not.toMatch(/^\? /m);
  });
});
