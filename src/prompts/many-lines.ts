import {createInterface} from 'node:readline';
import type {Readable, Writable} from 'node:stream';

/** Where lines are typed and shown, and what ends the wait for them. */
type LineTerminal = {readonly input: Readable; readonly output: Writable; readonly signal: AbortSignal};

/** Reads all lines that a person types or pastes until Ctrl-D, so that questions can follow. */
export function manyLines({input, output, signal}: LineTerminal): Promise<string> {
  const lines: string[] = [];
  const reader = createInterface({input, output, terminal: true, historySize: 0, prompt: ''});
  const endAnywhere = (_: unknown, {ctrl, name}: {readonly ctrl?: boolean; readonly name?: string}): void => {
    if (ctrl && name === 'd' && reader.line !== '') reader.write('\n');
    if (ctrl && name === 'd') reader.close();
  };
  return new Promise<string>((resolve, reject) => {
    const stop = (): void => {
      reject(Object.assign(new Error('left'), {name: 'ExitPromptError'}));
      reader.close();
    };
    reader.on('line', line => lines.push(line));
    reader.on('close', () => resolve(lines.join('\n')));
    reader.on('SIGINT', stop);
    input.on('keypress', endAnywhere);
    signal.addEventListener('abort', stop, {once: true});
    if (signal.aborted) stop();
  }).finally(() => input.off('keypress', endAnywhere));
}
