/** Questions as a person sees them, in a terminal. */

import {expect, test} from 'vitest';
import {sample} from '../support/sample.js';
import {describeInTerminal, desk, keys} from '../support/terminal.js';

describeInTerminal('a list to pick from', () => {
  const file = 'email,country\nada@example.com,India\n';
  const question = 'Import into which list?';

  test.each(sample([80, 40], 1))('is searched by typing, at %i columns', async columns => {
    const here = await desk();
    here.write('leads.csv', file);
    const terminal = here.open(['contacts', 'import', 'leads.csv', '--dry-run'], {columns});
    await terminal.answer(/❯ Newsletter/, 'staf');
    await terminal.answer(/❯ Staff/, keys.enter);
    expect(await terminal.ended()).toBe(0);
    expect(terminal.screen()).toMatch(/✔ Import into which list\? (Staff|…)/);
  });

  test('is left by Ctrl-C, and the terminal is as it was', async () => {
    const here = await desk();
    here.write('leads.csv', file);
    const terminal = here.open(['contacts', 'import', 'leads.csv']);
    await terminal.answer(question, keys.ctrlC);
    expect(await terminal.ended()).toBe(130);
    expect(terminal.screen()).toContain('Nothing was changed.');
    expect(terminal.isAsBefore()).toBe(true);
  });
});
