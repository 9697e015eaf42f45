/** What a terminal shows, moment by moment, as one animated picture that needs no script and no font of its own. */
import xterm from '@xterm/headless';
import {escapeHtml} from '../../src/html/escape.js';

/** A moment: what the terminal has received until then, and how long it is shown, in seconds. */
export type Moment = {readonly received: string; readonly seconds: number};

type Size = {readonly columns: number; readonly rows: number};

/** An SVG that shows the moments one after another, again and again; the last one where nothing may move. */
export async function film(moments: readonly Moment[], title: string, size: Size): Promise<string> {
  const screens: (readonly string[])[] = [];
  for (const {received} of moments) screens.push(await linesOf(received, size));
  const lines = [...new Set(screens.flat().filter(line => line !== ''))];
  const whole = moments.reduce((sum, {seconds}) => sum + seconds, 0);
  const percent = (at: number): string => `${Math.round((at / whole) * 10_000) / 100}%`;
  let begins = 0;
  const times = moments.map(({seconds}, at) => {
    const [from, to] = [percent(begins), percent(begins + seconds)];
    begins += seconds;
    const before = at === 0 ? '' : '0%{visibility:hidden}';
    return `@keyframes m${at}{${before}${from}{visibility:visible}${to}{visibility:${at === moments.length - 1 ? 'visible' : 'hidden'}}}#m${at}{animation-name:m${at}}`;
  });
  const [width, height] = [size.columns * CELL + 2 * EDGE, size.rows * LINE + 2 * EDGE];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(title)}">
<title>${escapeHtml(title)}</title>
<style>${style}
.m{visibility:hidden;animation:${whole}s step-end infinite}${times.join('')}
@media(prefers-reduced-motion:reduce){.m{animation:none}#m${moments.length - 1}{visibility:visible}}</style>
<defs>
${lines.map((line, at) => `<g id="l${at}">${line}</g>`).join('\n')}
</defs>
<rect class="ground" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${screens.map((screen, at) => `<g class="m" id="m${at}">${screen.map((line, row) => (line === '' ? '' : `<use href="#l${lines.indexOf(line)}" y="${EDGE + (row + 1) * LINE - 5}"/>`)).join('')}</g>`).join('\n')}
</svg>
`;
}

/** The width and the height of a character, and the space around all. */
const [CELL, LINE, EDGE] = [8.4, 18, 14];

const style = `text{font:14px ui-monospace,'SFMono-Regular',Menlo,Consolas,monospace;white-space:pre;fill:#1b1f24}
.ground{fill:#fff;stroke:#d0d7de}.b{font-weight:700}.d{fill:#545d68}
.c1{fill:#b3261e}.c2{fill:#14532d}.c3{fill:#7a4d00}.c4{fill:#0b57d0}.c5{fill:#7b2d8b}.c6{fill:#0b5563}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ground{fill:#0f1318;stroke:#343b44}.d{fill:#a3adb8}
.c1{fill:#ff9d94}.c2{fill:#7ee2a8}.c3{fill:#eac06a}.c4{fill:#8ab4f8}.c5{fill:#dfa8ec}.c6{fill:#7fd4e3}}`;

/** Each line of the window as SVG; an empty one is empty. */
async function linesOf(received: string, {columns, rows}: Size): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true});
  await new Promise<void>(resolve => terminal.write(received, resolve));
  const {active} = terminal.buffer;
  return Array.from({length: rows}, (_, row) => runsIn(active.getLine(active.baseY + row), columns));
}

/** Texts of one look beside each other. Each keeps its width, whatever font there is. */
function runsIn(line: xterm.IBufferLine | undefined, columns: number): string {
  const runs: {look: string; text: string; at: number}[] = [];
  for (let at = 0; at < columns; at++) {
    const cell = line?.getCell(at);
    if (!cell || cell.getWidth() === 0) continue;
    const look = lookOf(cell);
    const last = runs.at(-1);
    if (last?.look === look) last.text += cell.getChars() || ' ';
    else runs.push({look, text: cell.getChars() || ' ', at});
  }
  return runs
    .map(run => ({...run, text: run.text.trimEnd()}))
    .filter(({text}) => text !== '')
    .map(({look, text, at}) => {
      const seen = look === '' ? '' : ` class="${look}"`;
      return `<text x="${tenth(EDGE + at * CELL)}" textLength="${tenth([...text].length * CELL)}"${seen}>${escapeHtml(text)}</text>`;
    })
    .join('');
}

const tenth = (length: number): number => Math.round(length * 10) / 10;

const lookOf = (cell: xterm.IBufferCell): string =>
  [
    cell.isBold() ? 'b' : '',
    cell.isDim() || (cell.isFgPalette() && cell.getFgColor() === 8) ? 'd' : '',
    cell.isFgPalette() && cell.getFgColor() % 8 > 0 && cell.getFgColor() % 8 < 7 ? `c${cell.getFgColor() % 8}` : '',
  ]
    .filter(Boolean)
    .join(' ');
