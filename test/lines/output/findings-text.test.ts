/** Findings at a terminal, where a table would cut their sentences. */
import {beforeAll, expect, test} from 'vitest';
import {fakeHost} from '../../support/fake-host.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
beforeAll(async () => {
  shell().write('may.html', '<a href="">x</a>\n((frist_name)) \u001b[31m<a href="a\u202eb">');
});

async function atTerminal(line: string, columns: number): Promise<string> {
  const stdout = Object.assign(fakeHost({terminal: true}).stdout, {columns});
  let shown = '';
  stdout.on('data', chunk => {
    shown += String(chunk);
  });
  await shell().emk(line, {host: {stdout}});
  return shown;
}

test.each([200, 80, 40])('at %i columns every word is shown, and no line is longer', async columns => {
  const shown = await atTerminal('templates lint may.html', columns);
  expect(Math.max(...shown.split('\n').map(line => line.length))).toBeLessThan(columns);
  expect(shown.replaceAll(/\s+/g, ' ')).toContain(
    'error 2:1 ((frist_name)) is not a tag of this account, so readers would see it exactly like this. Write ((first_name)). (unknown-tag)',
  );
  expect(shown).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
});
