/** Questions on a terminal that cannot be redrawn: printed once, and answered by lines. */
import {setTimeout as pause} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {BACK} from '../../src/commands/ask.js';
import {createAsk} from '../../src/commands/prompts.js';
import {searchStream} from '../../src/prompts/search-stream.js';
import {fakeHost} from '../accounts/fake-host.js';

function scene(env: Record<string, string>) {
  const host = fakeHost({terminal: true, env});
  let shown = '';
  host.stderr.on('data', chunk => {
    shown += String(chunk);
  });
  return {
    ask: createAsk(host, {input: true}).guided,
    raw: () => shown,
    async type(text: string, keys: string) {
      while (!shown.includes(text)) await pause(2);
      host.stdin.push(keys);
    },
  };
}

const few = ['Newsletter', 'Customers'].map((name, at) => ({name, note: `#${at + 1}`, value: at + 1}));

test.each([{TERM: 'dumb'}, {EMK_PLAIN: '1'}])('a list has numbers, with %o', async env => {
  const {ask, raw, type} = scene(env);
  const answer = ask.pick('Which one?', {from: few, canGoBack: false});
  await type('> ', '9\n');
  await type('Type the number of a choice.', '2\n');
  expect(await answer).toBe(2);
  expect(raw()).toContain('? Which one?\n  1. Newsletter  #1\n  2. Customers  #2\n> ');
  // Nothing moves the cursor.
  expect(raw()).not.toContain('\u001b');
});

test('a long name is broken between its words, and continues below them', async () => {
  const {ask, raw, type} = scene({EMK_PLAIN: '1'});
  const name = `Newsletter ${'for everybody who asked for it '.repeat(5)}`.trim();
  const answer = ask.pick('Which one?', {from: [{name, value: 1}], canGoBack: false});
  await type('> ', '1\n');
  expect(await answer).toBe(1);
  const lines = raw().split('\n').slice(1, -1);
  expect(lines.map(line => line.trim()).join(' ')).toBe(`1. ${name}`);
  expect(lines.slice(1).every(line => /^ {5}\S.{0,73}$/.test(line))).toBe(true);
});

test('lines that were typed ahead answer the questions that follow, and < goes back', async () => {
  const {ask, type} = scene({TERM: 'dumb'});
  const name = ask.text('Name:', {canGoBack: false, initial: 'Leads'});
  await type('? Name: (Enter: Leads)', '\ny\n<\n');
  expect(await name).toBe('Leads');
  expect(await ask.confirm('Import them?', {canGoBack: true})).toBe(true);
  expect(await ask.pick('Which one?', {from: few, canGoBack: true})).toBe(BACK);
});

test('a wrong answer is complained about, and asked for again', async () => {
  const {ask, type} = scene({TERM: 'dumb'});
  const problem = (text: string) => (text.length < 3 ? 'must have at least 3 characters' : undefined);
  const answer = ask.text('Name:', {canGoBack: false, problem});
  await type('? Name:', 'ab\n');
  await type('must have at least 3 characters', 'abc\n');
  expect(await answer).toBe('abc');
});

test('several are chosen by their numbers', async () => {
  const {ask, raw, type} = scene({TERM: 'dumb'});
  const answer = ask.several('Which ones?', {from: [...few, {name: 'Staff', value: 3}], canGoBack: false});
  await type('> ', '1, 9\n');
  await type('Type the numbers of your choices, such as 1, 3.', '1 3\n');
  expect(await answer).toEqual([1, 3]);
  expect(raw()).not.toContain('\u001b');
});

test('a list that is read has numbers too, and is searched by a text', async () => {
  const {ask, raw, type} = scene({EMK_PLAIN: '1'});
  const all = Array.from({length: 40}, (_, at) => ({name: `List ${at + 1}`, value: at + 1}));
  const from = searchStream(async function* () {
    yield all;
  });
  const answer = ask.pick('Which one?', {from, always: [{name: 'New list…', value: 0}], canGoBack: false});
  await type('And 10 more. Type part of the name.', 'list 4\n');
  await type('2. List 40', '2\n');
  expect(await answer).toBe(40);
  expect(raw()).toContain('  31. New list…\n');
  expect(raw()).not.toContain('\u001b');
});
