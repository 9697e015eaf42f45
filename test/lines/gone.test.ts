/** What emk once had is refused before anything is sent, with the line that does it now. */
import {expect, test} from 'vitest';
import {gone} from '../../src/help/gone.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

/** An option of several commands is tried at one that could have it. */
const placeOf = (was: string): string => (was.startsWith('--') ? `contacts list ${was}` : was);

test.for(Object.entries(gone))('%s', async ([was, now]) => {
  const {code, stdout, stderr} = await shell().emk(`${placeOf(was)} -o json`);
  expect({code, stdout}).toEqual({code: 2, stdout: ''});
  expect(JSON.parse(stderr).error.hint).toBe(now);
});

test('the lines that do it now name commands that there are', async () => {
  const lines = Object.values(gone)
    .filter(now => !now.startsWith('Leave it out'))
    .flatMap(now => now.match(/(?<=^|then |: |; |&& |")emk [a-z]+( [a-z]+)?/g) ?? []);
  for (const line of new Set(lines)) {
    const {code, stderr} = await shell().emk(`${line.slice('emk '.length)} --help`);
    expect([line, code, stderr]).toEqual([line, 0, '']);
  }
});

test('the old word of a kind leads there too, and an option before the command', async () => {
  const hintOf = async (line: string) => JSON.parse((await shell().emk(`${line} -o json`)).stderr).error.hint;
  expect(await hintOf('people dedupe')).toBe(gone['contacts dedupe']);
  expect(await hintOf('unsubscribers list --scope Offers')).toBe(gone['unsubscribes list --scope']);
  expect(await hintOf('import wait')).toBe(gone['contacts import wait']);
  expect(await hintOf('--rps 5 lists')).toBe(gone['--rps']);
});
