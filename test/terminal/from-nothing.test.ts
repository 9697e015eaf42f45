/** From an empty account to a sent mailing, by answering questions and without typing an id. */
import {expect, test} from 'vitest';
import {bareDesk, type Desk, describeInTerminal, keys} from '../support/terminal.js';

const {enter, down} = keys;

describeInTerminal('from nothing', () => {
  test('to a completed send, by prompts alone', {timeout: 120_000}, async () => {
    const here = bareDesk();
    here.write('customers.csv', 'email,first_name,country\nada@example.com,Ada,India\nbo@example.com,Bo,Germany\n');
    const empty = await here.play(['sandbox', 'reset', '--empty'], [['? Delete everything', `y${enter}`]]);
    expect(empty.code).toBe(0);

    await record(
      here,
      ['senders', 'create'],
      [
        ['? Name that people see:', `Acme${enter}`],
        ['? Address that people see:', `news@acme.example${enter}`],
        ['? Postal address', `1 Main St, Berlin, Germany${enter}`],
        ['? Country of the company', `Germany${enter}`],
      ],
    );
    await record(here, ['groups', 'create'], [['? Name of the group:', `News${enter}`]]);
    await record(here, ['import', 'customers.csv', '--list', 'Customers', '--create-list'], [['? Import 2', 'y\r']]);
    const sent = await record(
      here,
      ['send'],
      [
        ['? Subject line:', `May${enter}`],
        ['❯ My own HTML', down],
        ['❯ Newsletter', enter],
        ['◯ Customers', ' '],
        ['◉ Customers', enter],
        ['? When does it go out?', `now${enter}`],
        ['? Mail "May"', 'y\r'],
      ],
    );
    expect(new Set(sent.match(/^✔ .*$/gm)).size, sent).toBe(5);

    // A minute of the sandbox's clock passes in a sixtieth of a second.
    const shown = await untilCompleted(here);
    expect(shown).toContain('✔ Which mailing? May');
    const mail = await here.play(['sandbox', 'mail'], [], fast);
    expect(mail.screen).toMatch(/To: ada@example\.com/);
    expect(mail.screen).toMatch(/To: bo@example\.com/);
  });
});

const fast = {env: {EMK_SANDBOX_CLOCK: 'x3600'}};

/** Plays a line, and returns what a person reads: questions, answers and sentences, without the tables between them. */
async function record(here: Desk, words: readonly string[], answers: Parameters<Desk['play']>[1]): Promise<string> {
  const {code, screen} = await here.play(['--sandbox', ...words], answers, {...fast, columns: 240});
  expect(code, screen).toBe(0);
  // The recording does not depend on the time of day.
  const lines = screen.split('\n').filter(line => !/^[┌│├└]|The mailing goes out at night/.test(line));
  return [`$ emk --sandbox ${words.join(' ')}`, ...lines].join('\n').replace(/ \(127\.0\.0\.1:\d+\)/, '');
}

/** The mailing as it is shown, once it is completed. */
async function untilCompleted(here: Desk): Promise<string> {
  for (;;) {
    const {screen} = await here.play(['--sandbox', 'mailings', 'show'], [['❯ May', enter]], fast);
    if (/Status +│ sent/.test(screen)) return screen;
  }
}
