import {escapeHtml} from '../html/escape.js';
import type {Played} from './transcript.js';

/** A played line as a terminal shows it: what was typed, its output, and what emk said beside it. */
export function terminal({line, seen, file}: Played): string {
  const before = file ? [typed(`cat ${file.name}`), escapeHtml(file.text), ''] : [];
  return `<pre class="terminal" tabindex="0"><code>${[...before, typed(line), ...seen.flatMap(shown)].join('\n').replaceAll('127.0.0.1:PORT', 'mail.example.com')}</code></pre>`;
}

const typed = (line: string): string => `<b>$ ${escapeHtml(line)}</b>`;

function shown(line: string): readonly string[] {
  if (line === '·') return [''];
  const code = /^\[exit (\d+)\]$/.exec(line)?.[1];
  if (code !== undefined) return [`<i>exit code ${code}</i>`];
  return [line.startsWith('2> ') ? `<i>${escapeHtml(line.slice(3))}</i>` : escapeHtml(line)];
}
