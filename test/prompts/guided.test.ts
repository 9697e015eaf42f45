/** A series of questions, played key by key. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {describe, expect, test} from 'vitest';
import {BACK} from '../../src/commands/ask.js';
import {createAsk} from '../../src/commands/prompts.js';
import {displayWidth} from '../../src/output/text/width.js';
import {fakeHost} from '../accounts/fake-host.js';

const DOWN = '\u001b[B';
const ESCAPE = '\u001b';
/** A key that follows Esc sooner than this would count as part of it. */
const ESCAPE_HEARD = 300;

function scene(columns = 80) {
  const host = fakeHost({terminal: true});
  Object.assign(host.stderr, {columns});
  let shown = '';
  host.stderr.on('data', chunk => {
    shown += String(chunk);
  });
  const seen = () => stripVTControlCharacters(shown);
  return {
    host,
    ask: createAsk(host, {input: true}).guided,
    seen,
    raw: () => shown,
    /** Types after something appears on the screen; earlier content does not count. */
    async type(text: string, keys: string) {
      while (!seen().includes(text)) await pause(2);
      shown = '';
      host.stdin.push(keys);
    },
  };
}

const few = ['Newsletter', 'Customers', 'Staff'].map((name, at) => ({name, note: `#${at + 1}`, value: at + 1}));

describe('a text', () => {
  const problem = (text: string) => (text.length < 3 ? 'must have at least 3 characters' : undefined);

  test('is complained about as it is typed, and Enter does not get past it', async () => {
    const {ask, type} = scene();
    const answer = ask.text('Name:', {canGoBack: false, problem});
    await type('Name:', 'ab');
    await type('must have at least 3 characters', '\r');
    await type('must have at least 3 characters', 'c');
    await type('Name: abc', '\r');
    expect(await answer).toBe('abc');
  });

  test('stands there to be changed', async () => {
    const {ask, type} = scene();
    const answer = ask.text('Name:', {canGoBack: false, initial: 'Leads'});
    await type('Leads', ' of May');
    await type('Leads of May', '\r');
    expect(await answer).toBe('Leads of May');
  });

  test('is needed, unless it may be empty', async () => {
    const {ask, type} = scene();
    const needed = ask.text('Name:', {canGoBack: false});
    await type('Name:', '\r');
    await type('Type something.', 'x');
    await type('Name: x', '\r');
    expect(await needed).toBe('x');
    const free = ask.text('Note:', {canGoBack: false, mayBeEmpty: true});
    await type('Note:', '\r');
    expect(await free).toBe('');
  });

  test('pasted with line ends is one answer', async () => {
    const {ask, type} = scene();
    const answer = ask.text('Name:', {canGoBack: false});
    await type('Name:', '\u001b[200~one\rtwo\u001b[201~');
    await type('one two', '\r');
    expect(await answer).toBe('one two');
  });

  test('Esc to go back, where there is something before', {tags: ['long']}, async () => {
    const {ask, type, host} = scene();
    const back = ask.text('Name:', {canGoBack: true});
    await type('Esc to go back', ESCAPE);
    expect(await back).toBe(BACK);
    const first = ask.text('Subject:', {canGoBack: false});
    await type('Subject:', 'x');
    await type('Subject: x', ESCAPE);
    await pause(ESCAPE_HEARD);
    host.stdin.push('y');
    await type('Subject: xy', '\r');
    expect(await first).toBe('xy');
  });
});

describe('a list', () => {
  test('is searched by typing, and shows names before ids', async () => {
    const {ask, type} = scene();
    const answer = ask.pick('Which one?', {from: few, canGoBack: false});
    await type('Newsletter  #1', 'cust');
    await type('Customers  #2', '\r');
    expect(await answer).toBe(2);
  });

  test('is walked through by arrows, around its ends', async () => {
    const {ask, type} = scene();
    const answer = ask.pick('Which one?', {from: few, canGoBack: false});
    await type('❯ Newsletter', '\u001b[A');
    await type('❯ Staff', DOWN);
    await type('❯ Newsletter', DOWN);
    await type('❯ Customers', '\r');
    expect(await answer).toBe(2);
  });

  test('in which nothing fits gives nothing, but what is always offered', {tags: ['long']}, async () => {
    const {ask, type} = scene();
    const answer = ask.pick('Which one?', {from: few, always: [{name: 'New type…', value: 0}], canGoBack: false});
    await type('Newsletter', 'winter');
    await type('Nothing matches.', '\r');
    expect(await answer).toBe(0);
    const none = ask.pick('Which one?', {from: few, canGoBack: true});
    await type('Newsletter', 'winter');
    await type('Nothing matches.', '\r');
    await type('Choose one first.', ESCAPE);
    await type('❯ Newsletter', ESCAPE);
    expect(await none).toBe(BACK);
  });

  test('Enter does not take what was found for another text', async () => {
    const {ask, type} = scene();
    const answer = ask.pick('Which one?', {
      from: async typed => {
        if (typed !== '') await pause(50);
        return {choices: few.filter(({name}) => name.toLowerCase().includes(typed)), more: 0};
      },
      canGoBack: false,
    });
    await type('❯ Newsletter', 'staff\r');
    await type('❯ Staff', '\r');
    expect(await answer).toBe(3);
  });

  test('that cannot be read is an error', async () => {
    const {ask} = scene();
    const answer = ask.pick('Which one?', {from: () => Promise.reject(new Error('no way there')), canGoBack: false});
    await expect(answer).rejects.toThrow('no way there');
  });

  test('with ticks gives several; without one it says how, where Esc would lead back too', {
    tags: ['long'],
  }, async () => {
    const {ask, type} = scene();
    const answer = ask.several('Which?', {from: few, canGoBack: true});
    await type('◯ Newsletter', ' ');
    await type('◉ Newsletter', 'staff');
    await type('◯ Staff', ' ');
    await type('◉ Staff', '\r');
    expect(await answer).toEqual([1, 3]);
    for (const canGoBack of [true, false]) {
      const first = ask.several('Which?', {from: few, canGoBack});
      await type('◯ Newsletter', '\r');
      await type('Tick at least one', ' \r');
      expect(await first).toEqual([1]);
    }
    const left = ask.several('Which?', {from: few, canGoBack: true});
    await type('◯ Newsletter', ESCAPE);
    expect(await left).toBe(BACK);
  });

  test('cleans names that would steer the terminal, and aligns those that are wide or read from the right', async () => {
    const {ask, type, seen, raw} = scene();
    const names = ['\u001b]0;owned\u0007Leads', '\u202eevil', '日本の顧客', 'العملاء', 'x'];
    const answer = ask.pick('Which one?', {
      from: names.map((name, at) => ({name, note: `#${at}`, value: at})),
      canGoBack: false,
    });
    while (!seen().includes('Enter to choose')) await pause(2);
    expect(raw()).not.toContain('\u001b]0;owned');
    expect(raw()).not.toContain('\u202e');
    const columns = seen()
      .split('\n')
      .flatMap(line => /^(.*) #\d/.exec(line)?.[1] ?? [])
      .map(displayWidth);
    expect(columns).toEqual(names.map(() => columns[0]));
    await type('Which one?', '\r');
    expect(await answer).toBe(0);
  });

  test('keeps to a narrow terminal', async () => {
    const {ask, type, seen} = scene(40);
    const answer = ask.pick('Which group can people leave, if they want to?', {
      from: [{name: 'A group with a name that is much longer than the screen is wide', note: '#123', value: 1}],
      canGoBack: true,
    });
    while (!seen().includes('Esc to go back')) await pause(2);
    for (const line of seen().split('\n')) expect(line.length).toBeLessThan(40);
    expect(seen()).toContain('…  #123');
    await type('Esc to go back', '\r');
    expect(await answer).toBe(1);
  });
});

test('a path is completed with Tab', async () => {
  const {ask, type, host} = scene();
  writeFileSync(join(host.cwd, 'leads.csv'), '');
  const answer = ask.path('File:', {canGoBack: false});
  await type('Tab to complete', 'le\t');
  await type('leads.csv', 'x');
  await type('There is no such file.', '\u007f');
  await type('File: leads.csv', '\r');
  expect(await answer).toBe('leads.csv');
});

test('a list says whole why nothing matches, and Enter adds nothing to it', {tags: ['long']}, async () => {
  const {ask, type, host} = scene(40);
  let shown = '';
  host.stderr.on('data', chunk => {
    shown += stripVTControlCharacters(String(chunk));
  });
  const says = 'This may be Monday or Tuesday. Give day and time as your account page shows them.';
  const answer = ask.pick('When?', {from: async () => ({choices: [], more: 0, says}), canGoBack: true});
  await type('When?', 'x');
  await type('Monday', '\r');
  await type('Esc to clear', ESCAPE);
  await type('Esc to go back', ESCAPE);
  expect(await answer).toBe(BACK);
  expect(shown).not.toContain('Choose one');
  expect(shown.replace(/\s+/g, ' ')).toContain('page shows them.');
});
