/** Every name in an account reads back from the files unchanged, by emk and by readers of YAML 1.1. */
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {readYaml, writeYaml, type YamlNode} from '../../../src/files/account/yaml.js';
import {randomRuns} from '../../support/random-runs.js';

const nasty = [
  ...[
    '<<',
    '=',
    '~',
    'null',
    'Null',
    'true',
    'no',
    'NO',
    'y',
    'On',
    'off',
    '.nan',
    '.inf',
    '-.inf',
    '-',
    '--',
    '---',
    '...',
  ],
  ...[
    '0',
    '01067',
    '0x1F',
    '0o17',
    '1e3',
    '1_000',
    '12:30',
    '12:30:45',
    '+1',
    '-0',
    '.5',
    '5.',
    '2026-03-04',
    '2026-03-04 09:00',
  ],
  ...[
    'a: b',
    'a:',
    ':a',
    '#a',
    'a #b',
    '- a',
    '? a',
    '! a',
    '!a',
    '!!str a',
    '*a',
    '&a',
    '@a',
    '`a`',
    '%a',
    '|',
    '>',
    '|-',
    ',',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    '[a]',
    '{a: b}',
    '"',
    "'",
    '"a"',
    "'a'",
    'it\'s "x"',
    '\\',
    '\\n',
    'a\\',
    ' a',
    'a ',
    '  ',
    '\ta',
    'a\tb',
  ],
  ...[
    'a\nb',
    '\n',
    'a\n',
    '\na',
    'a\n\n b\n',
    'a\r\nb',
    '\r',
    '\u0000',
    '\u0007',
    '\u001b[2J',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\ufeffa',
  ],
  ...[
    '\u200b',
    '\u202eevil',
    '\u{e0001}',
    '🎉',
    '\ud800',
    'Ünïcödé',
    '<<<<<<< HEAD',
    '=======',
    '>>>>>>> b',
    '__proto__',
  ],
  ...['constructor', 'a'.repeat(2000), `${'x '.repeat(200)}`],
];

/** Names made of nasty parts, the same in every run. */
function* randomNames(count: number): Generator<string> {
  let state = 20_260_704;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let made = 0; made < count; made++) {
    yield Array.from({length: 1 + next(4)}, () => nasty[next(nasty.length)] ?? '').join(
      ['', ' ', ': ', '\n', ' #'][next(5)],
    );
  }
}

/** Half characters cannot be written in UTF-8 files. */
const names = [...nasty, ...randomNames(randomRuns(150))].filter(name => Buffer.from(name).toString() === name);

const textsIn = (root: YamlNode): readonly string[] =>
  root.is === 'map' && root.pairs[0]?.value.is === 'list'
    ? root.pairs[0].value.items.map(item =>
        item.is === 'map' && item.pairs[0]?.value.is === 'scalar' ? item.pairs[0].value.text : 'nothing',
      )
    : [];

test('written anew', () => {
  const text = writeYaml({senders: names.map(nickname => ({nickname}))}, ' Ours.');
  const yaml = readYaml(text, (_, says) => expect(says).toBe(''));
  expect(yaml && textsIn(yaml.root)).toEqual(names);
});

test('read by other programs too, which know more words than YAML 1.2', () => {
  for (const name of ['<<', '=', 'no', 'Yes', 'on', 'OFF', 'y', 'N']) {
    const text = writeYaml({senders: [{nickname: name}]}, ' Ours.');
    expect(text).toContain(`nickname: "${name}"`);
    expect(parse(text, {version: '1.1'})).toEqual({senders: [{nickname: name}]});
  }
});
