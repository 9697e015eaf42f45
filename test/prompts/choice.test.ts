import {expect, test} from 'vitest';
import {fitting, notesOf} from '../../src/prompts/choice.js';

const choices = ['Spring leads', 'Leads', 'leads of May', 'Müller', 'رسائل', '日本の顧客'].map(name => ({
  name,
  note: `#${name.length}`,
  value: name,
}));

test.each([
  ['', choices.map(({name}) => name)],
  ['leads', ['Leads', 'leads of May', 'Spring leads']],
  ['LEADS spr', ['Spring leads']],
  ['muller', ['Müller']],
  ['رس', ['رسائل']],
  ['顧客', ['日本の顧客']],
  ['#12', ['Spring leads', 'leads of May']],
  ['winter', []],
])('"%s" finds %j', (typed, names) => {
  expect(fitting(choices, typed).map(({name}) => name)).toEqual(names);
});

test('a code is shown only beside a choice that nothing else tells apart', () => {
  const [ann, twin, other] = [
    {name: 'Ann', code: '#1', note: 'Newsletter', value: 1},
    {name: 'Ann', code: '#2', note: 'Newsletter', value: 2},
    {name: 'Ann', code: '#3', note: 'Customers', value: 3},
  ];
  expect([ann, twin, other].map(notesOf([ann, twin, other]))).toEqual([
    '#1 · Newsletter',
    '#2 · Newsletter',
    'Customers',
  ]);
  expect([ann, other].map(notesOf([ann, other]))).toEqual(['Newsletter', 'Customers']);
});
