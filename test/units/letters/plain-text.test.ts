import fc from 'fast-check';
import {expect, test} from 'vitest';
import {plainText} from '../../../src/letters/html/plain-text.js';

test('a mail becomes text with its links, lists and pictures', () => {
  const html = `<!doctype html><html><head><title>May</title><style>p {color: red}</style></head><body>
    <div style="display:none">Preheader&nbsp;&zwnj;</div>
    <h1>The   May
    issue</h1><p>Hello <b>Ada</b>,<br>read <a href="https://example.com/a">all of it</a>.</p>
    <ul><li>One</li><li><p>Two</p></li></ul><hr>
    <img src="https://example.com/p.png" alt="A rose"><img src="x" alt="">
    <table><tr><td>Price</td><td>5&nbsp;€</td></tr><tr><td>Tax</td><td>1 &euro;</td></tr></table>
    <a href="mailto:ada@example.com">ada@example.com</a> <a href="#top">Top</a>
    <!-- a note --><script>alert(1)</script></body></html>`;
  expect(plainText(html)).toBe(
    [
      'The May issue\n',
      'Hello Ada,',
      'read all of it <https://example.com/a>.\n',
      '- One',
      '- Two\n',
      '[A rose]',
      'Price 5 €',
      'Tax 1 €',
      'ada@example.com Top',
    ].join('\n'),
  );
});

test('lines of code stay lines', () => {
  expect(plainText('<p>Type\nthis:</p><pre>one\n  two\n</pre><pre><code>three\nfour</code></pre>')).toBe(
    'Type this:\n\none\ntwo\n\nthree\nfour',
  );
});

test('any text becomes text, and never more than one line is empty', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('<p>', '</p>', '<ul><li>', '<br>', 'word', ' ', '<hr>', '<div>', '</div>', '<td>', '<![', '&'),
      ),
      parts => {
        expect(plainText(parts.join(''))).not.toMatch(/\n{3}|^\s|\s$/);
      },
    ),
  );
});

test('elements within elements do not end the stack', {tags: ['long']}, () => {
  expect(plainText(`${'<div>'.repeat(50_000)}deep`)).toBe('deep');
});
