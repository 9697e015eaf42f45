/** Variables for a shell: whatever a record's name is, `eval` sets exactly its id and its name, and runs nothing. */
import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {envLines, variablesOf} from '../../src/files/seed/make.js';
import {samples} from '../random-runs.js';

const names = (kinds: Record<string, Record<string, string>>) =>
  new Map(Object.entries(kinds).map(([kind, byName]) => [kind, new Map(Object.entries(byName))]));

const some = names({lists: {QA: 'pr-12.QA~b6aa34'}, contacts: {'ada@example.com': 'ada+x@example.com'}});
const read = ({holds, kind, called}: {holds: string; kind: string; called: string}) =>
  holds === 'id' ? '12' : (some.get(kind)?.get(called) ?? '');

test('a shell gets export lines, and a GitHub job plain ones', () => {
  expect(envLines('pr-12', variablesOf(some), read, 'sh')).toBe(
    [
      'export EMK_SEED_RUN=pr-12',
      'export EMK_SEED_LIST_QA=12',
      'export EMK_SEED_LIST_QA_NAME=pr-12.QA~b6aa34',
      'export EMK_SEED_CONTACT_ADA_EXAMPLE_COM=ada+x@example.com',
      '',
    ].join('\n'),
  );
  expect(envLines('pr-12', variablesOf(some), read, 'github')).toContain('\nEMK_SEED_LIST_QA=12\n');
});

describe('a name becomes', () => {
  test.each([
    ['Spring news', 'SPRING_NEWS'],
    ['Été  2026!', 'ETE_2026'],
    ['東京', 'U6771U4EAC'],
    ['...', '_'],
    ["it's; rm -rf /", 'IT_S_RM_RF'],
  ])('%s', (name, variable) => {
    expect(variablesOf(names({senders: {[name]: name}}))[0]?.name).toBe(`EMK_SEED_SENDER_${variable}`);
  });
});

test('two records of one variable are refused', () => {
  expect(() => variablesOf(names({senders: {'a b': '1', 'a-b': '2'}}))).toThrow(
    '"a b" (senders) and "a-b" (senders) would both be EMK_SEED_SENDER_A_B.',
  );
  expect(() => variablesOf(names({lists: {a: '1', 'a name': '2'}}))).toThrow('would both be');
});

test('a real shell reads every value back', {tags: ['long'], timeout: 600_000}, () => {
  const name = fc.string({unit: 'grapheme', minLength: 1}).filter(text => !/\p{Cc}/u.test(text));
  fc.assert(
    fc.property(name, value => {
      const variables = variablesOf(names({senders: {one: value}}));
      const lines = envLines('r', variables, () => value, 'sh');
      const heard = execFileSync('sh', ['-c', `${lines}printf %s "$EMK_SEED_SENDER_ONE_NAME"`], {encoding: 'utf8'});
      expect(heard).toBe(value);
    }),
    samples(10),
  );
});
