import {settings} from '../accounts/settings.js';
import {readConfig} from '../accounts/store.js';
import type {GlobalsOfRun} from '../commands/globals.js';
import {createMessages, type Messages} from '../output/messages/messages.js';
import {formats, standardFormat} from '../output/results/format.js';
import {type Host, mayRedraw} from '../system/host.js';
import {formatIn} from './option-words.js';
import {wantedColor} from './settle-globals.js';

/** Messages before the line is parsed: even an error about the line is printed in the format that the line asks for. */
export function earlyMessages(argv: readonly string[], host: Host): Messages {
  const warnings: string[] = [];
  const configured = configuredLook(host, warnings);
  const formatNames = [formatIn(argv), host.env['EMK_OUTPUT'], configured.output];
  const output = formatNames.flatMap(name => formats.find(format => format === name) ?? [])[0] ?? standardFormat;
  const wanted = settings.color.read(configured.color ?? '');
  const colorOfMessages = wantedColor(argv.includes('--no-color'), host, wanted);
  const messages = messagesFor(host, {output, colorOfMessages, quiet: false});
  for (const sentence of warnings) messages.warn(sentence);
  return messages;
}

/** The messages of a run, whose lines of emk are completed by the account. */
export const messagesFor = (
  host: Host,
  {output, colorOfMessages: color, quiet}: Pick<GlobalsOfRun, 'output' | 'colorOfMessages' | 'quiet'>,
  complete: (text: string) => string = text => text,
): Messages =>
  createMessages({
    get stderr() {
      return host.stderr;
    },
    format: output,
    color,
    quiet,
    elapsed: host.elapsed,
    complete,
    redraws: mayRedraw(host),
  });

/** The configured format and colours. An unreadable configuration is reported later, after the line is parsed. */
function configuredLook(host: Host, warnings: string[]): {readonly output?: string; readonly color?: string} {
  try {
    return readConfig(host, sentence => warnings.push(sentence)).settings;
  } catch {
    return {};
  }
}
