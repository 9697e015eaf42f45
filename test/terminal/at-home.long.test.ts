/**
 * What people do beside their jobs, and how it goes on, in windows of 80x24 and 60x20: another login, a slow service, Esc,
 * columns that match nothing, long pages, a question about a person, and the tour. The screens are in the files beside
 * this test, as those of the jobs are.
 */
import {expect, test} from 'vitest';
import {expectGolden} from '../reference/golden.js';
import {held} from './held.js';
import {begin, nameOf, sizes} from './job.js';
import {describeInTerminal, keys} from './terminal.js';

const {enter, escape: esc, up, ctrlC, ctrlU} = keys;

describeInTerminal('at home', () => {
  test.each(sizes)('at $columns columns', {timeout: 300_000}, async size => {
    const {here, sandbox, job} = await begin('demo', size);
    const slow = await held(sandbox, /\/single-send\/list/);
    const runs = async (line: string, play: Parameters<typeof job.run>[1], code = 0) => {
      const ended = await job.run(line.split(' ').filter(Boolean), play);
      expect(ended.code, ended.screen).toBe(code);
      return ended;
    };

    const login = await runs('login', async ({look, answer}) => {
      await answer('? Address of the service', `${slow.url}${enter}`);
      await answer('? Public key', `${sandbox.publicKey}${enter}`);
      await answer('? Secret key', `${sandbox.secretKey}${enter}`);
      await look('? Name of the new profile', `${ctrlU}shop${enter}`);
      await look('❯ Nothing more', 'switch');
      await look(/switch\n❯ Switch to it/, enter);
    });
    expect(login.questions - NAMED - NEXT, login.screen).toBeLessThanOrEqual(3);

    const asked = slow.hold();
    await runs('', async ({look, answer}) => {
      await look('Reading the account', 'find');
      await asked;
      await look(/do\? find\n❯ Find a person/, enter);
      await look('? Words to look for', esc);
      await answer('Reading the account', '');
      slow.letGo();
      await look('Next: ', 'report');
      await look(/do\? report\n❯ See the account/, esc);
      await look('q to leave', 'q');
    });

    here.write('guests.csv', 'Email,Country,First name,City,Company,Mood\nzoe@b.example,Germany,Zoe,Ulm,Acme,good\n');
    await runs(
      'import guests.csv --type Staff',
      async ({look, answer}) => {
        await look(/❯ Mood/, '-');
        await look(/❯ Mood .*skip/, up);
        await answer(/❯ Company .*Company/, '-');
        await answer(/❯ Company .*skip/, up);
        await answer(/❯ City .*City/, '\u007f');
        await answer(/❯ City .*skip/, up);
        await answer(/❯ First name .*First name/, '\u001b[3~');
        await look(/❯ First name .*skip/, ctrlC);
      },
      130,
    );

    await runs('people why bob@example.com Spring', ({look}) => look('Run it?', 'y'));
    await runs('people why bob@example.com', async () => undefined);

    here.write('page.mjs', pager);
    const paged = {PAGER: `'${process.execPath}' page.mjs`};
    for (const line of [
      ['help', 'sending'],
      ['sandbox', 'mail'],
    ])
      expect((await job.run(line, async () => undefined, paged)).code).toBe(0);
    // A report is of the day.
    expect(await here.open(['report'], {...size, env: paged}).waitFor('in the pager')).toContain('acme at a glance');

    await runs('sandbox tour', async ({look, answer}) => {
      await look('? 1 of 7', enter);
      await look('? 2 of 7', esc);
      await answer('? 1 of 7', enter);
      for (const at of [2, 3, 4, 5, 6, 7]) await look(`? ${at} of 7`, enter);
      await look('? That was the tour. What next?', 'stop');
      await answer('❯ Stop', enter);
    });
    expectGolden(`../terminal/at-home-${nameOf(size)}.txt`, job.text());
  });
});

/** The question what comes next. */
const NEXT = 1;

/** The question for another name. */
const NAMED = 1;

/** A pager that shows the first screen, because those of systems differ. How much follows is not said: it changes with each new line of help. */
const pager = `
import {readFileSync} from 'node:fs';
const lines = readFileSync(0, 'utf8').trimEnd().split('\\n');
console.log([...lines.slice(0, 12), '(more in the pager)'].join('\\n'));
`;
