/** Names that would do harm if somebody forgot to escape them. */
export const hostileNames = [
  '</script><script>document.title = "broken into"; fetch("https://evil.example/")</script>',
  '"><img src="https://evil.example/x.png" onerror="document.title = \'broken into\'">',
  "'><svg onload=\"document.title = 'broken into'\"></title></svg></style></table></details>",
  '<!channel> <@U012AB3CD> <https://evil.example|click me> &lt; @here',
  '\u202egnp.exe\u202c \u2066left\u2069 \u200bhidden\u200f',
  '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u0007bell\r\nsecond line\ttab',
  '\u009b31m C1 \u0085 \u2028 \ufeff \ud800 half',
  'a'.repeat(600),
  'Ünïcödé 美咲 שלום مرحبا 👩‍👩‍👧',
  '*bold* _it_ `code` ~gone~',
];

/** Replaces each name by one of them, so that every field gets every kind. */
export function hostile(): (name: string) => string {
  let next = 0;
  return name => `${name} ${hostileNames[next++ % hostileNames.length]}`;
}
