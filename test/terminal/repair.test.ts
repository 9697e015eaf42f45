/** The tags of another tool in a letter, replaced after a yes: a person has seen the lines before and after. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {describeInTerminal, desk, keys} from './terminal.js';

const letter = '# Hi {{ name }}\n\nNews in *|CITY|*. [Leave](*|UNSUB|*)\n\nYours, {{ name }}\n';

describeInTerminal('a letter from another tool', () => {
  test.each([
    [
      'Enter',
      keys.enter,
      '# Hi ((full_name))\n\nNews in ((city)). [Leave](((unsubscribe_preferences)))\n\nYours, ((full_name))\n',
      0,
    ],
    ['n', 'n', letter, 10],
  ])('%s', async (_, answer, after, exit) => {
    const here = await desk();
    here.write('move.md', letter);
    const {code, screen} = await here.play(
      ['templates', 'lint', 'move.md'],
      [['? Replace {{ name }} by ((full_name))', answer]],
      {columns: 100},
    );
    expect(code, screen).toBe(exit);
    expect(screen).toContain('- # Hi {{ name }}');
    expect(screen).toContain('+ # Hi ((full_name))');
    expect(readFileSync(join(here.folder, 'move.md'), 'utf8')).toBe(after);
  });

  test('is understood as the email of a mailing, and repaired before the first question', async () => {
    const here = await desk();
    here.write('move.md', letter);
    const {screen} = await here.play(
      ['send', 'move.md'],
      [
        ['? Did you mean "emk send --html @move.md"? Run it?', keys.enter],
        [/\? Replace \{\{ name \}\} by \(\(full_name\)\)[\s\S]*, in 4\s+places\?/, keys.enter],
        ['? Subject line:', keys.ctrlC],
      ],
    );
    expect(screen).toContain('emk replaced 4 tags in move.md.');
  });
});
