/** Narrow windows: each key of a question can be read, and so can what the row under the cursor has no room for. */
import {expect} from 'vitest';
import {eitherTest, portion} from '../in-two-parts.js';
import {describeInTerminal, desk, keys} from './terminal.js';

const {ctrlC, down, enter} = keys;

describeInTerminal.each(portion([44, 40], 1))('in a window of %i columns', columns => {
  /** Plays a line to the question that shows a text, and gives the rows from that question on. */
  const seen = async (words: readonly string[], ...answers: ReadonlyArray<readonly [string | RegExp, string]>) => {
    const here = await desk();
    here.write('people.csv', `E-Mail;Merkmal;Sonstiges\r\n${'a@b.example;x;y\r\n'.repeat(1)}`);
    const terminal = here.open(words, {columns, rows: 24});
    for (const [question, answer] of answers.slice(0, -1)) await terminal.answer(question, answer);
    await terminal.waitForQuestion(answers.at(-1)?.[0] ?? '');
    const rows = terminal.visible().split('\n');
    terminal.type(ctrlC);
    await terminal.ended();
    return rows;
  };
  const inOne = (rows: readonly string[]): string => rows.map(row => row.trim()).join(' · ');

  eitherTest('the screen of emk alone shows all keys, and each command in full', async () => {
    const rows = await seen([], [/to leave/, `${down}${down}${down}`], [/reschedule\n/, ctrlC]);
    expect(inOne(rows)).toContain('type to find · Enter to choose · q to leave');
    expect(rows.length).toBeLessThanOrEqual(24);
  });

  eitherTest('a list to tick in', async () => {
    const rows = await seen(['unsubscribe-groups', 'update'], ['❯', enter], ['Space to tick', ctrlC]);
    expect(inOne(rows)).toContain('type to find · Space to tick · Enter to continue · Esc to go back');
  });

  eitherTest('the help of a list', async () => {
    const rows = await seen(
      ['send', '--template', 'Newsletter', '--subject', 'A', '--preheader', 'B', '--to', 'type:Newsletter'],
      [/When does it go out[\s\S]*Esc to go back/, ctrlC],
    );
    expect(rows.join(' ').replaceAll(/\s+/g, ' ')).toContain('such as "tomorrow 18:30".');
  });

  eitherTest('the columns of a file', async () => {
    const rows = await seen(['import', 'people.csv', '--type', 'Customers'], ['match nothing', ctrlC]);
    const line = inOne(rows);
    expect(line).toContain('- to skip them · + to create fields');
    expect(line).toContain('↑↓ to move · ←→ or type a field · Enter to continue');
  });
});
