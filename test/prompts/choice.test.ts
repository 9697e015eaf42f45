import {expect, test} from 'vitest';
import {fitting} from '../../src/prompts/choice.js';

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
