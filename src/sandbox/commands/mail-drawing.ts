import {isObject} from '../../api/answers/is-object.js';
import {plainText} from '../../html/plain-text.js';
import {displayWidth, pad, wrap} from '../../output/text/width.js';
import {plural} from '../../words/sentence.js';
import type {Delivery} from '../service/life/mail.schema.js';

/** A mail as its reader sees it, drawn on a screen of this width; without one, in lines that stay whole. */
export function mailDrawing(mail: Delivery, sent: string, width: number | undefined): string {
  const {to, from, subject, preheader, name} = mail;
  const head = [
    ['To', to],
    ['From', from],
    ['Subject', subject],
    ...(preheader === '' ? [] : [['Preheader', preheader]]),
  ] as const;
  const outcome = `${sent} by "${name}", ${fateOf(mail)}`;
  const body = bodyOf(mail).split('\n');
  if (width === undefined) {
    const lines = [...head, ['Sent', outcome]].map(([label, value]) => `${label}: ${value}`);
    return [...lines, '', ...body.map(line => `  ${line}`.trimEnd())].join('\n');
  }
  const room = Math.min(width, WIDEST) - 4;
  const labels = Math.max(...head.map(([label = '']) => label.length)) + 2;
  const fields = head.flatMap(([label = '', value = '']) =>
    wrap(value, room - labels).map((row, at) => (at === 0 ? label : '').padEnd(labels) + row),
  );
  const text = body.flatMap(row => wrap(row, room));
  return [...framed([fields, text]), ...wrap(outcome, width - 2).map(row => `  ${row}`)].join('\n');
}

/** No mail is easier to read wider than this. */
const WIDEST = 76;

/** Parts of lines in one frame, with a rule between them. */
function framed(parts: ReadonlyArray<readonly string[]>): readonly string[] {
  const room = Math.max(...parts.flat().map(displayWidth));
  const rule = '─'.repeat(room + 2);
  const rows = parts.map(lines => lines.map(line => `│ ${pad(line, room, false)} │`));
  return [`┌${rule}┐`, ...rows.flatMap((lines, at) => (at === 0 ? lines : [`├${rule}┤`, ...lines])), `└${rule}┘`];
}

function fateOf({bounced_at, delivered_at, opens, unsubscribed_at}: Delivery): string {
  if (bounced_at !== null) return 'bounced';
  if (delivered_at === null) return 'under way';
  const opened = opens === 0 ? 'not opened' : plural(opens, 'opened once', `opened ${opens} times`);
  return `arrived, ${opened}${unsubscribed_at === null ? '' : ', then unsubscribed'}`;
}

/** The words of a mail: of its HTML, or of the blocks of its design. */
function bodyOf({body}: Delivery): string {
  if (!body.trimStart().startsWith('{')) return plainText(body, {addresses: false});
  try {
    return textsIn(JSON.parse(body)).join('\n\n');
  } catch {
    return plainText(body, {addresses: false});
  }
}

/** All texts of a design, in blocks of every kind. */
function textsIn(design: unknown): readonly string[] {
  if (Array.isArray(design)) return design.flatMap(textsIn);
  if (!isObject(design)) return [];
  return Object.entries(design).flatMap(([key, value]) =>
    key === 'text' && typeof value === 'string' ? [value] : textsIn(value),
  );
}
