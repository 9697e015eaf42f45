import {createInterface} from 'node:readline';
import type {Screen} from './screen.js';

/** Reads all lines that a person types or pastes until Ctrl-D: a question that is drawn at each key takes minutes for a list. */
export function manyLines({input, output, signal, atEscape}: Screen): Promise<string> {
  const lines: string[] = [];
  const reader = createInterface({input, output, terminal: true, historySize: 0, prompt: ''});
  return new Promise<string>((resolve, reject) => {
    const stop = (): void => {
      reject(signal.reason);
      reader.close();
    };
    const end = (): void => {
      if (reader.line !== '') reader.write('\n');
      resolve(lines.join('\n'));
      reader.close();
    };
    const hear = (_: unknown, {ctrl, name}: {readonly ctrl?: boolean; readonly name?: string}): void => {
      if (ctrl && name === 'd') end();
    };
    const take = (line: string): void => {
      // Somebody alone with an address presses Enter and waits. A pasted list may have an empty line too, so it is no end.
      if (!isText(line) && lines.every(isText)) output.write(`Ctrl-D to continue, ${atEscape}.\n`);
      lines.push(line);
    };
    reader.on('line', take).on('SIGINT', stop);
    // Before readline hears it, which would end only an empty line with this key.
    input.prependListener('keypress', hear);
    reader.on('close', () => input.off('keypress', hear));
    signal.addEventListener('abort', stop, {once: true});
    if (signal.aborted) stop();
  });
}

const isText = (line: string): boolean => line.trim() !== '';
