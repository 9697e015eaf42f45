import type {ShownMailing} from '../../../src/letters/preview/page.js';

/** Texts with which a record's name could break out of a page or control a terminal. */
export const hostileTexts = [
  '</script><script>document.title="hurt"</script>',
  '"><img src=x onerror=\'document.title="hurt"\'>',
  '</title></style></iframe><h1 id="hurt">x</h1>',
  '\u202egnp.evil\u2066',
  '\u001b[31m\u001b]0;hurt\u0007',
  '\u0000\ud800 &lt;b&gt; &amp;amp;',
  "' onmouseover='document.title=\"hurt\"' srcdoc='<h1>x</h1>",
] as const;

/** A mailing in which every text is all of them. */
export function hostileMailing(html = ''): ShownMailing {
  const hostile = hostileTexts.join(' ');
  return {
    name: hostile,
    subject: `${hostile} ((first_name))`,
    preheader: hostile,
    html: `<html><head><title>${hostile}</title></head><body><p>((first_name)) ((sender_name)) ((sender_address))</p>${html}
      <a href="${hostile}" title='x'>${hostile}</a><img src="https://tracker.example/1.png" alt="${hostile.replaceAll('"', '&quot;')}">
      <script>top.document.title = 'hurt'</script></body></html>`,
    sender: {name: hostile, email: hostile, postalAddress: hostile},
    reader: {who: hostile, values: {first_name: hostile}},
    tags: ['first_name', 'sender_name', 'sender_address'],
  };
}
