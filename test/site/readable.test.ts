/** What people copy from a page, and what a screen reader says of its headings. */
import {expect, test} from 'vitest';

const {readable} = await import('../../src/site/.vitepress/readable.mjs' as string);

type Token = {readonly type: string; readonly info: string; content: string};
const token = (type: string, content: string, info = ''): Token => ({type, info, content});

/** The parts of markdown-it that it changes. The fence marks a comment as the highlighter does. */
function markdown() {
  const marked = (tokens: readonly Token[], at: number): string =>
    `<pre>${tokens[at]?.content.replace(/( +#.*)$/gm, '<span style="--shiki-light:#66707B">$1</span>')}</pre>`;
  const renderer = {rules: {fence: marked}};
  const rules: Array<(state: {readonly tokens: readonly Token[]}) => void> = [];
  const ruler = {before: (_next: string, _name: string, rule: (typeof rules)[number]) => rules.push(rule)};
  readable({renderer, core: {ruler}});
  return {
    fence: (content: string) => renderer.rules.fence([token('fence', content, 'sh')], 0),
    headings: (tokens: readonly Token[]) => rules.map(rule => rule({tokens})),
  };
}

test('each command has a block to copy, without its comment', () => {
  expect(markdown().fence('emk login\nemk find bob  # in every list\n')).toBe(
    '<div class="lines"><pre>emk login</pre>' +
      '<pre>emk find bob<span class="vp-copy-ignore" style="--shiki-light:#66707B">  # in every list</span></pre></div>',
  );
  expect(markdown().fence('emk agenda  # next week')).toContain('vp-copy-ignore');
});

test('a script is one block, with its comments', () => {
  const script = 'for list in A B; do\n  emk people list  # each\ndone';
  expect(markdown().fence(script)).not.toContain('vp-copy-ignore');
});

test('a heading is read aloud without its marks', () => {
  const heading = [token('heading_open', ''), token('inline', '`--type <type>` {#option-type}')];
  markdown().headings(heading);
  expect(heading[1]?.content).toBe('--type <type>');
});
