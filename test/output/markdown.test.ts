/** Markdown tables: their form, and that no text from the account is markup in them. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {contact} from '../../src/endpoints/contacts.js';
import {toCodeBlock, toMarkdown} from '../../src/output/formats/markdown.js';
import {anyCharacter} from '../any-character.js';
import {contacts, print, someone, sourceOf} from './source.js';

const lines = (...texts: string[]): string => texts.map(text => `${text}\n`).join('');
const columns = {columns: 'id,first_name,contact_type'};

describe('a Markdown table', () => {
  test('of records is aligned in its source too, numbers at the right', async () => {
    const rows = [
      someone({first_name: 'Ada'}),
      someone({id: 20, first_name: '名前', contact_type: {id: 4, name: 'A|B'}}),
    ];
    const {out} = await print(contacts(sourceOf([rows]), columns), {format: 'md'});
    expect(out).toBe(
      lines(
        '|  ID | First name | List       |',
        '| --: | ---------- | ---------- |',
        '|   1 | Ada        | Newsletter |',
        '|  20 | 名前       | A\\|B       |',
      ),
    );
  });

  test('of none is nothing, which is said', async () => {
    const {out, notices} = await print(contacts(sourceOf([]), columns), {format: 'md'});
    expect([out, notices]).toEqual(['', ['No contacts.']]);
  });

  test('of one record has a line for each field', async () => {
    const record = {id: 1, first_name: 'two\nlines', email: null};
    const {out} = await print({kind: 'record', record, shape: contact, key: 'id'}, {format: 'md'});
    expect(out).toBe(
      lines('| field | value |', '| --- | --- |', '| ID | 1 |', '| First name | two↵lines |', '| Email |  |'),
    );
  });

  test('has as many cells in every line as it has columns, whatever the texts are', {tags: ['long']}, async () => {
    const nasty = fc.oneof(
      fc.string({unit: anyCharacter}),
      fc.constantFrom('</script>', '|', '\\|', '\\', '`|`', 'a\nb', '\u001b[31m', '\u202e', '<img onerror=x>', '&lt;'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(nasty, {minLength: 1, maxLength: 4}), async names => {
        const rows = names.map(name => someone({first_name: name, contact_type: {id: 1, name}}));
        const {out} = await print(contacts(sourceOf([rows]), columns), {format: 'md'});
        const drawn = out.trimEnd().split('\n');
        expect(drawn).toHaveLength(names.length + 2);
        for (const line of drawn) expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(4);
        for (const wild of ['<', '>', '\u001b', '\u202e']) expect(out).not.toContain(wild);
      }),
    );
  });
});

test.each([
  ['single_send_name', 'single_send_name'],
  ['_this_', '\\_this\\_'],
  ['**bold** ~~gone~~', '\\*\\*bold\\*\\* \\~\\~gone\\~\\~'],
  ['[a](https://b.example)', '\\[a\\](https://b.example)'],
  ['</script>&amp;', '&lt;/script&gt;&amp;amp;'],
])('%s is no markup', (text, shown) => {
  expect(toMarkdown(text)).toBe(shown);
});

test('a block of code is not left by what stands in it', () => {
  expect(toCodeBlock('a\n````\nb')).toBe('`````text\na\n````\nb\n`````\n');
});
