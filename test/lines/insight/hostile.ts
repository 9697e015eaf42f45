import type {Db} from '../../../src/sandbox/service/behaviour.js';
import type {Shell} from '../../support/shell.js';

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

/** Gives every record that a report names a worse name. */
export const worsenNames = ({sandbox}: Shell): Promise<void> =>
  sandbox.account.store.transaction((db: Db) => {
    const worse = Buffer.from(hostileNames.join(' ')).toString();
    for (const [table, column] of fields) db.run(`UPDATE ${table} SET ${column} = ${column} || ?`, [worse]);
  });

/** Every name that a report shows. */
const fields = [
  ['contact_types', 'name'],
  ['segments', 'segment_name'],
  ['unsubscribe_groups', 'group_name'],
  ['senders', 'from_name'],
  ['senders', 'from_email'],
  ['single_sends', 'single_send_name'],
  ['single_sends', 'subject'],
  ['automations', 'automation_name'],
  ['automation_schedules', 'subject'],
] as const;
