/** A tour is text for people: a program that asks for JSON must not get words. */
import {expect, test} from 'vitest';
import {useShell} from '../use-shell.js';

const shell = useShell();

test('the tour refuses a format that it cannot print', async () => {
  expect(await shell().emk('sandbox tour -o json')).toMatchObject({code: 2, stdout: ''});
});
