/** A paste is one key of a question, however long it is. */
import {setTimeout as pause} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {createAsk} from '../../src/commands/prompts.js';
import {pastedPeople} from '../../src/questions/pasted-people.js';
import {fakeHost} from '../accounts/fake-host.js';

const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`;
const addresses = Array.from({length: 300}, (_, at) => `person.number${at}@paste.example`);

function scene() {
  const host = fakeHost({terminal: true});
  let [shown, all] = ['', ''];
  host.stderr.on('data', chunk => {
    shown += String(chunk);
    all += String(chunk);
  });
  return {
    ask: createAsk(host, {input: true}).guided,
    written: () => all.length,
    async type(text: string, keys: string) {
      while (!stripVTControlCharacters(shown).includes(text)) await pause(2);
      shown = '';
      host.stdin.push(keys);
    },
  };
}

test('300 addresses are drawn once, as their number, and are the answer as a whole', {tags: ['long']}, async () => {
  const {ask, type, written} = scene();
  const answer = ask.text('Address:', {canGoBack: false, pastes: pastedPeople});
  await type('Address:', pasted(addresses.join('\r')));
  await type('Address: 300 addresses', ', x@paste.example');
  await type('300 addresses , x@paste.example', '\r');
  expect(await answer).toBe(`${addresses.join('; ')}, x@paste.example`);
  expect(written()).toBeLessThan(6000);
});

test('a list takes them too, and one key takes them away again', async () => {
  const {ask, type} = scene();
  const typed = (text: string) => (text.includes('@') ? text.split('; ').length : undefined);
  const answer = ask.pick('Who?', {from: [{name: 'A file', value: 0}], typed, pastes: pastedPeople, canGoBack: false});
  await type('❯ A file', pasted(addresses.join('\n')));
  await type('❯ 300 addresses', '\u007f');
  await type('❯ A file', pasted(addresses.slice(0, 40).join('\n')));
  await type('❯ 40 addresses', '\r');
  expect(await answer).toBe(40);
});

test('Ctrl-C leaves a question although a paste has not ended', async () => {
  const {ask, type} = scene();
  const answer = ask.text('Name:', {canGoBack: false});
  await type('Name:', '\u001b[200~half of it');
  await type('', '\u0003');
  await expect(answer).rejects.toThrow('Cancelled. Nothing was changed.');
});
