/** A person at a terminal explains the words of a status column. */
import {expect, test} from 'vitest';
import {describeInTerminal, desk, keys} from '../support/terminal.js';

const {enter, down} = keys;

describeInTerminal('the words of a status that emk does not know', () => {
  test.each([100, 40])('are asked about, at %i columns', async columns => {
    const here = await desk();
    here.write('leads.csv', 'email,Status\na@example.com,active\nb@example.com,test\nc@example.com,beta\n');
    const {code, screen} = await here.play(
      ['contacts', 'import', 'leads.csv', '--list', 'Newsletter', '--dry-run'],
      [
        [/What does "test" in/, enter],
        [/What does "beta" in/, `${down}${enter}`],
      ],
      {columns},
    );
    expect(code, screen).toBe(0);
    const text = screen.replaceAll(/\s+/g, ' ');
    if (columns === 100) {
      expect(text).toContain('✔ What does "test" in "Status" mean (1 row)? They get no mail');
      expect(text).toContain('✔ What does "beta" in "Status" mean (1 row)? They get mail');
    }
    expect(text).toContain('1 not confirmed or withdrawn');
    expect(text).toMatch(/2 to add/);
  });
});
