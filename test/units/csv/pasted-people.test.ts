/** People as mail programs, spreadsheets and web pages put them on the clipboard. */
import {expect, it} from 'vitest';
import {readPasted} from '../../../src/csv/columns/pasted-people.js';

const read = (text: string): string[] => {
  const {people, wrong} = readPasted(text);
  return [
    ...people.map(({email, name}) => (name === '' ? email : `${name} = ${email}`)),
    ...wrong.map(({text: not, problem}) => `✗ ${not} ${problem}`),
  ];
};

const ada = 'Ada Lovelace = ada@example.com';
const alan = 'Alan Turing = alan@example.com';

it.each<[string, string, string[]]>([
  ['one address', ' ada@example.com ', ['ada@example.com']],
  ['a name', 'Ada Lovelace <ada@example.com>', [ada]],
  ['a name without a blank', 'Ada Lovelace<ada@example.com>', [ada]],
  ['brackets alone', '<ada@example.com>', ['ada@example.com']],
  ['a quoted name', '"Ada Lovelace" <ada@example.com>', [ada]],
  [
    'a quoted name with a comma',
    '"Lovelace, Ada" <ada@example.com>, b@example.com',
    ['Lovelace, Ada = ada@example.com', 'b@example.com'],
  ],
  [
    'a name with escaped quotes',
    '"Ada \\"the Countess\\" Lovelace" <ada@example.com>',
    ['Ada "the Countess" Lovelace = ada@example.com'],
  ],
  [
    'Outlook',
    'Lovelace, Ada <ada@example.com>; Turing, Alan <alan@example.com>',
    ['Lovelace, Ada = ada@example.com', 'Turing, Alan = alan@example.com'],
  ],
  ['commas', 'ada@example.com,b@example.com , c@example.com,', ['ada@example.com', 'b@example.com', 'c@example.com']],
  ['semicolons and lines', 'Ada Lovelace <ada@example.com>;\r\nAlan Turing <alan@example.com>\n', [ada, alan]],
  ['lines that became blanks', 'Ada Lovelace <ada@example.com> Alan Turing <alan@example.com>', [ada, alan]],
  [
    'links and a quoted name behind blanks',
    'mailto:b@example.com c@example.com "Lovelace, Ada" <ada@example.com> mailto:d@example.com Alan Turing <alan@example.com>',
    ['b@example.com', 'c@example.com', 'Lovelace, Ada = ada@example.com', 'd@example.com', alan],
  ],
  ['an address before a name', 'b@example.com Ada Lovelace <ada@example.com>', ['b@example.com', ada]],
  ['blanks between addresses', 'a@example.com b@example.com', ['a@example.com', 'b@example.com']],
  ['mailto', 'mailto:ada%2Bnews@example.com?subject=Hi', ['ada+news@example.com']],
  ['mailto in brackets', 'Ada Lovelace <mailto:ada@example.com>', [ada]],
  ['an address as its own name', 'ada@example.com <ADA@example.com>', ['ADA@example.com']],
  ['cells of a spreadsheet', 'Ada\tLovelace\tada@example.com\nAlan Turing\talan@example.com', [ada, alan]],
  ['a name before a comma', 'Ada Lovelace, ada@example.com\nAlan,Turing,alan@example.com', [ada, alan]],
  ['quoted addresses', '"a@example.com","b@example.com"', ['a@example.com', 'b@example.com']],
  ['no address', 'me', ['✗ me has no @']],
  ['a word among addresses', 'ada@example.com, me', ['ada@example.com', '✗ me has no @']],
  ['a blank in an address', 'zo ë@example.com', ['✗ zo ë@example.com has a space in it']],
  ['half an address in brackets', 'Ada <ada@>', ['✗ ada@ is not like name@example.com']],
  ['empty brackets', 'Ada <>', ['✗ Ada <> has no @']],
  ['nothing', ' ,\n; ', []],
])('%s', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});
