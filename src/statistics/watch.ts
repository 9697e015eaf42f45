import {readsWithoutKeys} from '../api/client/key-mask.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {parseDuration} from '../commands/duration.js';
import {shownZone} from '../commands/shown-zone.js';
import {EmkError, interruptedBy, UsageError} from '../errors.js';
import {render} from '../output/formats/render.js';
import {type LiveScreen, openLiveScreen} from '../output/live/live-screen.js';
import {standardFormat} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';
import {cleanLines} from '../output/text/sanitise.js';
import {wrap} from '../output/text/width.js';
import {inZone} from '../records/dates/zone.js';
import type {MailingKind} from './mailing-kinds.js';
import {notesOn} from './notes.js';
import {readMailings} from './read-mailings.js';
import type {StatsRequest} from './stats-request.js';
import type {Mark} from './stats-result.js';
import {toResult} from './stats-result.js';

/** The last successful reading, the one before it, and what failed since. */
type Reading = {
  readonly records: readonly Loose[];
  readonly before?: readonly Loose[];
  readonly at: Date;
  readonly failure?: string;
};

/** `stats --watch`: reads and redraws, also after a failed read, until q, Ctrl-C or a broken limit. */
export async function watchStats(context: Context, wanted: StatsRequest, every: string): Promise<Result> {
  const {host} = context;
  const pause = Math.max(shortest, parseDuration(every.replace(/min$/, 'm')) ?? 0);
  if (!wanted.drawn || !context.ask.possible) throw onlyOnTerminal(context);
  let reading: Reading = {records: await readMailings(context, wanted.kind, wanted.utrs), at: host.now()};
  let drawing = Promise.resolve();
  const redraw = (): Promise<void> => {
    drawing = drawing.then(() => drawReading(screen, context, {wanted, reading, pause}));
    return drawing;
  };
  const screen = openLiveScreen(host, redraw);
  const fails = (failure: string): void => {
    reading = {...reading, failure};
  };
  const says = (sentence: string): void => {
    fails(sentence);
    redraw();
  };
  const client = readsWithoutKeys(context.until(screen.ended, says), context.keyMask);
  const readAgain = async (): Promise<void> => {
    try {
      const records = await readMailings(client, wanted.kind, wanted.utrs);
      reading = {records, before: reading.records, at: host.now()};
    } catch (error) {
      if (screen.ended.aborted) return;
      if (!(error instanceof EmkError)) throw error;
      fails(error.message);
    }
  };
  try {
    while (!screen.ended.aborted && !(await isBroken(wanted, reading.records))) {
      await redraw();
      await host.sleep(pause, screen.ended).catch(() => undefined);
      if (!screen.ended.aborted) await readAgain();
    }
    await drawing;
  } finally {
    screen.close();
  }
  if (host.interrupted.aborted) {
    throw interruptedBy(host.interrupted);
  }
  if (screen.ended.reason === 'ctrl-c') return {kind: 'nothing', exit: 130};
  return toResult(wanted, reading.records, {width: screen.width()});
}

const shortest = 1000;

const isBroken = async (wanted: StatsRequest, records: readonly Loose[]): Promise<boolean> =>
  (await toResult(wanted, records, {width: 80})).error !== undefined;

type Shown = {readonly wanted: StatsRequest; readonly reading: Reading; readonly pause: number};

async function drawReading(
  screen: LiveScreen,
  context: Context,
  {wanted, reading: {records, before, at, failure}, pause}: Shown,
): Promise<void> {
  const {color} = context.globals;
  const timeZone = shownZone(context);
  const width = screen.width();
  const {mark, summary} = changesSince(before, records, wanted.kind);
  const notices: string[] = [];
  const say = (sentence: string) => notices.push(sentence);
  let table = '';
  const result = await toResult(wanted, records, {width, mark});
  await render(
    result,
    {format: standardFormat, width, color, timeZone, raw: false},
    {
      write: async chunk => {
        table += String(chunk);
      },
      notice: say,
      warn: say,
    },
  );
  const time = inZone(at.getTime(), timeZone).toISOString().slice(11, 19);
  const turn = `every ${pause / 1000} s`;
  const state =
    failure === undefined
      ? `Read at ${time}, ${turn}${summary === '' ? '' : `: ${summary}`}. q to quit.`
      : `These numbers are from ${time}. Since then: ${failure} emk tries again ${turn}. q to quit.`;
  const notes = [...notices, ...notesOn(wanted.kind, records, wanted.utrs !== undefined)];
  const flowed = (sentences: readonly string[]): string[] =>
    sentences.flatMap(each => cleanLines(each).split('\n')).flatMap(line => wrap(line, width));
  screen.draw([...table.split('\n').slice(0, -1), ...flowed(notes)], flowed([state]));
}

function onlyOnTerminal({host, screenWidth, ask}: Context): UsageError {
  const reason =
    host.stdout.isTTY !== true
      ? 'draws on a terminal, and the output goes somewhere else'
      : screenWidth === undefined
        ? 'draws a table, and you chose another format'
        : ask.possible
          ? 'draws in place, which TERM=dumb and EMK_PLAIN turn off'
          : 'ends when somebody presses q, and nobody is here to do it';
  return new UsageError(`--watch ${reason}.`, {
    hint: 'Run it at a terminal. In a script, remove --watch and run the command again, for example with -o json.',
  });
}

/** Compares two readings. Numbers that grew or shrank are marked; the first reading has no marks. */
function changesSince(
  before: readonly Loose[] | undefined,
  now: readonly Loose[],
  {of: {key, noun}, shape}: MailingKind,
): {readonly mark: Mark; readonly summary: string} {
  const known = new Map(before?.map(record => [record[key], record]));
  const mark: Mark = (record, path) => {
    const [old, value] = [known.get(record[key])?.[path], record[path]];
    if (!known.has(record[key]) || old === value) return ' ';
    return Number(value) < Number(old) ? '▼' : '▲';
  };
  if (before === undefined) return {mark, summary: ''};
  const changed = now.filter(record => Object.keys(shape).some(path => mark(record, path) !== ' ')).length;
  const added = now.filter(record => !known.has(record[key])).length;
  const gone = before.length - (now.length - added);
  const words = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(added > 0 ? [`${added} new`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
  ];
  return {mark, summary: words.length === 0 ? 'nothing changed' : `${words.join(', ')} of ${now.length} ${noun.many}`};
}
