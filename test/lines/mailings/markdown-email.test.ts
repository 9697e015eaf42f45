/** A mail in Markdown works everywhere HTML does, and its mistakes are named by its own lines. */
import {expect, test} from 'vitest';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
const create =
  'mailings create --name May --subject May --preheader News --from 1 --group 1 --to list:Staff --template 1 --at 2030-05-01T09:00 --yes';

test('a mailing of Markdown is sent as HTML, with or without an @', {tags: ['long']}, async () => {
  shell().write('letter.md', '# What is new\n\nHello ((first_name)), here is a lot of news for you to read.\n');
  for (const file of ['letter.md', '@letter.md']) {
    const {code, stdout, stderr} = await shell().emk(`${create} --html ${file} --dry-run`);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const {fields} = JSON.parse(stdout);
    expect(fields.template_html).toContain('<title>What is new</title>');
    expect(fields.template_html).toContain('Hello ((first_name)), here');
  }
});

test('lint names the line of the Markdown', {tags: ['long']}, async () => {
  shell().write('letter.md', '# What is new\n\nHello, here\n[is the page](htp://example.com).\n');
  const lint = await shell().emk('templates lint letter.md -o json');
  expect(lint.code).toBe(10);
  expect(JSON.parse(lint.stdout)).toEqual([expect.objectContaining({check: 'link-broken', line: 3, column: 1})]);
  const sent = await shell().emk(`${create} --html letter.md`);
  expect([sent.code, sent.stderr]).toEqual([2, expect.stringContaining('htp://example.com')]);
});

test('a preview shows it', async () => {
  shell().write('letter.md', '# What is new\n\nHello ((first_name)).\n');
  expect((await shell().emk('templates preview letter.md page.html')).code).toBe(0);
});
