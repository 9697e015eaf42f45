/** Only two files make what a change needs to be sent, and a request by hand is rare: else there would be a way past. */
import {expect, test} from 'vitest';
import {sources} from './sources.js';

/** The files whose text has this. */
const filesWith = (pattern: RegExp): readonly string[] =>
  [...sources]
    .filter(([, {text}]) => pattern.test(text))
    .map(([file]) => file)
    .sort();

test('only an agreement makes a permit, and only the door admits with one', () => {
  expect(filesWith(/\bas (?:unknown as )?Permit/)).toEqual(['commands/agree.ts']);
  expect(filesWith(/\bas (?:unknown as )?(?:Admission|Admit)\b/)).toEqual(['who-left/door.ts']);
});

test('only a copy before a deletion lets it be sent', () => {
  expect(filesWith(/\bas (?:unknown as )?Copied\b/)).toEqual(['commands/keeping/keep-before.ts']);
  expect(filesWith(/\bcopied: withoutCopy\b/)).toEqual([
    'resources/contacts/erase.ts',
    'resources/single-sends/test-traces.ts',
  ]);
});

test('the places where no question is asked before something dangerous are few', () => {
  expect(filesWith(/\bsettled: ['`]/)).toEqual([
    'commands/verbs/find-created.ts',
    'contacts-import/command/undo.ts',
    'contacts-import/run/gate-import.ts',
    'contacts-import/sync/gate-sync.ts',
    'resources/single-sends/send-gate.ts',
    'sandbox/running/fill-account.ts',
    'seed/clean/clean.ts',
  ]);
});

test('only requests that somebody wrote by hand, probes, and the client that hands them on are sent raw', () => {
  expect(filesWith(/\.raw\(/)).toEqual([
    'address-index/forget-moves.ts',
    'api/command/api-command.ts',
    'doctor/service.ts',
  ]);
});
