import {Writable} from 'node:stream';
import {columnsOf} from '../../system/columns.js';
import type {Page} from '../../system/page.js';
import {displayWidth} from '../text/width.js';
import type {ProgressDisplay} from './progress.js';

type Screen = Writable & {readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number};

/** Where sentences and progress go. */
type Told = {
  notice(sentence: string, facts?: object): void;
  warn(sentence: string): void;
  readonly progress: ProgressDisplay;
};

/** Output that opens a pager once it is longer than the screen. */
type Paged = {
  readonly stdout: Screen;
  /** Sentences wait until the pager is closed, because it would draw over them. */
  readonly messages: Told;
  /** Waits until the user has closed the pager, and prints the sentences that waited. */
  end(): Promise<void>;
};

/** What is shown: a wide text is not cut to the terminal's width. */
type Shown = {readonly wide: boolean; open(): Promise<Page | undefined>};

/** Shows output page by page if it is larger than the terminal; otherwise, or if no pager opens, as it is. */
export function paged(terminal: Screen, messages: Told, {wide, open}: Shown): Paged {
  const waiting: Array<() => void> = [];
  let kept = '';
  let target: Writable | undefined;
  let page: Page | undefined;

  const begin = async (): Promise<Writable> => {
    messages.progress.clear();
    page = await open();
    if (!page) return terminal;
    // An unfinished line keeps progress bars away until the pager is closed.
    messages.progress.makeRoom('…');
    return page.text;
  };
  const writeToPage = (text: string, done: (error?: Error | null) => void): void => {
    if (target) target.write(text, done);
    else done();
  };
  const stdout = new Writable({
    decodeStrings: false,
    write(chunk: unknown, _, done) {
      if (target) return writeToPage(String(chunk), done);
      kept += String(chunk);
      if (fits(kept, terminal, wide)) return done();
      begin().then(opened => {
        target = opened.on('error', () => undefined);
        writeToPage(kept, done);
      }, done);
    },
  });

  return {
    stdout: Object.assign(stdout, {isTTY: true, columns: columnsOf(terminal)}),
    messages: {
      notice: (sentence, facts) => void waiting.push(() => messages.notice(sentence, facts)),
      warn: sentence => void waiting.push(() => messages.warn(sentence)),
      progress: {
        ...messages.progress,
        makeRoom(data) {
          if (!page) messages.progress.makeRoom(data);
        },
      },
    },
    async end() {
      if (page) {
        page.text.end();
        const code = await page.left;
        messages.progress.makeRoom('\n');
        if (code !== 0) {
          messages.warn(`The pager failed with exit code ${code}. To see the list, add --no-pager.`);
        }
      } else if (!target && kept !== '') {
        await new Promise<void>((resolve, reject) => {
          terminal.write(kept, error => (error ? reject(error) : resolve()));
        });
      }
      for (const say of waiting) say();
    },
  };
}

function fits(text: string, terminal: Screen, wide: boolean): boolean {
  const lines = text.split('\n');
  return (
    lines.length <= (terminal.rows || 24) && !(wide && lines.some(line => displayWidth(line) > columnsOf(terminal)))
  );
}
