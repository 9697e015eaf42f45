import type {Writable} from 'node:stream';
import {maskSecrets} from '../../api/wire/secrets.js';
import {DeclinedError} from '../../core/errors.js';
import {columnsOf} from '../../core/system/host.js';
import {createProgress, type ProgressDisplay} from '../live/progress.js';
import type {Facts} from '../results/documents.js';
import {type Format, messageStyle} from '../results/format.js';
import {flowing} from '../text/sanitise.js';
import {type TextForm, writeNow} from '../text/terminal.js';
import {errorText, type OptionFor, toErrorDocument} from './error-text.js';

/** How emk says anything besides its data. */
export type Messages = {
  /** Something worth knowing; hidden by `--quiet`. */
  notice(sentence: string, facts?: Facts): void;
  /** What can be done next; hidden by `--quiet`. */
  hint(sentence: string): void;
  /** Something that must be known, even with `--quiet`. What a person is asked about may be an error. */
  warn(sentence: string, level?: 'warning' | 'error'): void;
  error(error: unknown, optionFor: OptionFor): void;
  log(line: string): void;
  readonly progress: ProgressDisplay;
  /** Removes these texts from every later message: the service may repeat the keys that it was sent. */
  hide(secrets: readonly string[]): void;
  maskKeys(text: string): string;
  hidden(): readonly string[];
};

type MessageOptions = {
  readonly stderr: Writable & {readonly isTTY?: boolean; readonly columns?: number};
  readonly format: Format;
  /** `auto` colours a terminal and no pipe. */
  readonly color: 'always' | 'auto' | 'never';
  readonly quiet: boolean;
  readonly elapsed: () => number;
  /** Completes the lines of emk in a text, so that they work on the account of this run. */
  readonly complete?: (text: string) => string;
  /** Whether a line may be drawn over another. */
  readonly redraws?: boolean;
};

/** Writes messages to stderr, as words or JSON, and opens it only for the first: most runs say nothing. */
export function createMessages(options: MessageOptions): Messages {
  const {format, quiet, elapsed, complete = asItIs, redraws = true} = options;
  let opened: MessageOptions['stderr'] | undefined;
  const stderr = () => {
    opened ??= options.stderr.off('error', nobodyListens).on('error', nobodyListens);
    return opened;
  };
  const isTerminal = (): boolean => stderr().isTTY === true;
  const inColour = (): boolean => options.color === 'always' || (options.color === 'auto' && isTerminal());
  const json = messageStyle(format) === 'json';
  let secrets: readonly string[] = [];
  let unsaid = (text: string): string => text;
  const write = (text: string, form: TextForm): void => writeNow(stderr(), unsaid(text), form);
  // It is made when there is something to show, because that opens stderr.
  let shown: ProgressDisplay | undefined;
  const display = (): ProgressDisplay => {
    shown ??= createProgress({
      style: quiet ? 'none' : json ? 'json' : isTerminal() && redraws ? 'bar' : 'lines',
      ...{width: columnsOf(stderr()), elapsed},
      write: text => write(text, json ? 'json' : 'moved'),
    });
    return shown;
  };
  const progress: ProgressDisplay = {
    show: step => display().show(step),
    clear: () => shown?.clear(),
    makeRoom: data => display().makeRoom(data),
  };
  const say = (text: string, form: TextForm = 'words'): void => {
    progress.clear();
    write(`${text}\n`, form);
  };
  const document = (value: object): void => say(JSON.stringify(value), 'json');
  /** Prints a message with a coloured heading. */
  const sayHeaded = (kind: 'warning' | 'error', text: string): void => {
    if (inColour()) say(`${coloured(kind === 'error' ? red : yellow, `${kind}:`)} ${text}`, 'drawn');
    else say(`${kind}: ${text}`);
  };

  const notice: Messages['notice'] = (text, facts = {kind: 'said'}) => {
    if (quiet) return;
    if (json) document({notice: {...facts, text: complete(text.trim())}});
    else say(flowing(complete(text)));
  };
  return {
    notice,
    hint(text) {
      if (json || quiet || !inColour()) return notice(text);
      say(coloured(dim, flowing(complete(text))), 'drawn');
    },
    warn: (text, level = 'warning') =>
      json ? document({warning: {text: complete(text)}}) : sayHeaded(level, flowing(complete(text))),
    error(error, optionFor) {
      if (json) return document(toErrorDocument(error, complete));
      if (error instanceof DeclinedError) return say(flowing(complete(error.message)));
      sayHeaded('error', errorText(error, optionFor, complete));
    },
    log: line => (json ? document({log: clipped(unsaid(line))}) : say(flowing(clipped(unsaid(line))))),
    progress,
    maskKeys: text => unsaid(text),
    hidden: () => secrets,
    hide: more => {
      secrets = [...secrets, ...more];
      unsaid = maskSecrets(secrets);
    },
  };
}

const asItIs = (text: string): string => text;

/** The beginning of a body: bodies in the log may have any size. */
const clipped = (text: string): string =>
  text.length > 4000 ? `${text.slice(0, 4000)}… (${text.length} characters)` : text;

const coloured = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`;

const dim = 2;
const yellow = 33;
const red = 31;

/** Ignores a closed stderr, which is no reason to stop working. */
const nobodyListens = (): void => undefined;
