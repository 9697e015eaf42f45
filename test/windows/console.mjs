/**
 * Questions in a console of Windows. Wine counts the signs that colour and move as letters and breaks lines at them, so what
 * emk sends is drawn by a terminal of the tests, and Wine hands over the keys.
 */
import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {atDesk, must} from './desk.mjs';
import {emkWords, windowsPath, wineEnvironment} from './wine.mjs';

const require = createRequire(import.meta.url);
const [columns, rows] = [80, 24];
const DOWN = '\u001b[B';

export const console = {
  'console: a list is chosen with the arrow keys, and nothing is left standing': atDesk(async desk => {
    const screen = await play(
      desk,
      ['contact-types', 'show'],
      [
        ['Customers', DOWN],
        ['❯ Customers', '\r'],
      ],
    );
    must(screen.includes('✔ Which list? Customers') && /Name.*Customers/.test(screen), screen);
    must(!screen.includes('Esc to go back') && !screen.includes('Looking'), screen);
  }),

  'console: a second question stands alone': atDesk(async desk => {
    const screen = await play(
      desk,
      ['contacts', 'show'],
      [
        ['type to find', 'Ann'],
        [/contact\? Ann\n❯ ann/, '\r'],
      ],
    );
    must(screen.includes('Ann Adler') && !screen.includes('Esc to go back'), screen);
  }),

  'console: a deletion asks, and Enter deletes nothing': atDesk(async desk => {
    const screen = await play(desk, ['contact-types', 'delete', 'Staff'], [['people on it? (y/N)', '\r']]);
    must(screen.includes('Nothing was changed.'), screen);
    must((await desk.contactsOf('Staff')).length > 0, screen);
  }),
};

/** The list in tmux, which draws what Wine makes of it: parts of the question may be left standing there. */
export const inTmux = {
  'tmux: a list is chosen with the arrow keys': atDesk(async desk => {
    if (spawnSync('tmux', ['-V']).status !== 0) return;
    const tmux = (...words) =>
      spawnSync('tmux', ['-L', `emk-${process.pid}`, ...words], {
        encoding: 'utf8',
        env: {...wineEnvironment, ...desk.env, TERM: 'xterm-256color'},
      }).stdout;
    const until = async text => {
      for (let tries = 0; tries < 300; tries++) {
        if (tmux('capture-pane', '-p', '-J').includes(text)) return;
        await sleep(100);
      }
      must(false, `tmux never showed ${text}:`, tmux('capture-pane', '-p'));
    };
    const line = ['wine', ...emkWords(['contact-types', 'show'])].map(word => `'${word}'`).join(' ');
    tmux('new-session', '-d', '-x', '100', '-y', '30', `${line}; echo "ended with $?"; sleep 60`);
    try {
      await until('Newsletter');
      tmux('send-keys', 'Down');
      await until('❯ Customers');
      tmux('send-keys', 'Enter');
      await until('Next time: emk lists show Customers');
      await until('ended with 0');
    } finally {
      tmux('kill-server');
    }
  }),
};

/** Plays a line with answers to its end, and returns the screen. */
async function play(desk, words, answers) {
  const folder = join(desk.folder, 'console');
  mkdirSync(folder);
  const [sent, tee] = [join(folder, 'sent'), join(folder, 'tee.cjs')];
  writeFileSync(sent, '');
  writeFileSync(tee, teeing(windowsPath(sent)));
  const [node, ...rest] = emkWords(words);
  const running = require('@lydell/node-pty').spawn('wine', [node, '-r', windowsPath(tee), ...rest], {
    ...{name: 'xterm-256color', cols: columns, rows, cwd: desk.folder},
    env: {...wineEnvironment, ...desk.env, TERM: 'xterm-256color'},
  });
  let isOver = false;
  running.onExit(() => {
    isOver = true;
  });
  const until = async (seen, what) => {
    for (let tries = 0; tries < 300; tries++) {
      if (seen(await drawn(sent))) return;
      await sleep(100);
    }
    must(false, `The screen never showed ${what}:`, await drawn(sent));
  };
  try {
    for (const [text, keys] of answers) {
      // While emk looks for what was typed, Enter chooses nothing.
      const isFound = screen => !screen.includes('Looking…');
      const isThere = screen => (typeof text === 'string' ? screen.includes(text) : text.test(screen));
      await until(screen => isFound(screen) && isThere(screen), String(text));
      running.write(keys);
    }
    await until(() => isOver, 'its end');
  } finally {
    if (!isOver) running.kill('SIGKILL');
  }
  return drawn(sent);
}

/** Keeps a copy of what emk sends to its terminal. */
const teeing = path => `
const fs = require('node:fs');
for (const name of ['stdout', 'stderr']) {
  const stream = process[name];
  const write = stream.write;
  stream.write = function (chunk, ...given) {
    fs.appendFileSync(${JSON.stringify(path)}, chunk);
    return write.call(this, chunk, ...given);
  };
}
`;

/** The screen of a terminal that got these bytes; a console of Windows begins each new line at its left edge. */
async function drawn(path) {
  const terminal = new (require('@xterm/headless').Terminal)({
    cols: columns,
    rows,
    allowProposedApi: true,
    convertEol: true,
  });
  await new Promise(resolve => terminal.write(readFileSync(path), resolve));
  const {active} = terminal.buffer;
  return Array.from({length: active.length}, (_, at) => active.getLine(at)?.translateToString(true))
    .join('\n')
    .trimEnd();
}
