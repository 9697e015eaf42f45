import type {AddedRows, Begun, End, Id, Item, MadeIds, StepTarget, WorkRecord} from './journal.js';
import {type Ranges, union, without} from './ranges.js';

/** What a journal says of the work: what is done, what is in doubt, and how the last run ended. */
export type JournalState = {
  /** Rows that the service confirmed, or that were found in the list. */
  readonly done: Ranges;
  /** Rows that were ever sent, whatever became of them. */
  readonly sent: Ranges;
  /** Rows that the service refused individually, and why. */
  readonly refused: ReadonlyMap<number, string>;
  /** Steps without a clear outcome, each about what is still in doubt. */
  readonly open: ReadonlyMap<number, Begun>;
  readonly step: number;
  /** The contacts that rows became, if they were looked up. */
  readonly added: readonly AddedRows[];
  readonly made: ReadonlyMap<string, Id>;
  readonly undoing: boolean;
  /** The contacts of steps that unsubscribed people and have no outcome, by step: which entries they made is not known. */
  readonly unsubscribing: ReadonlyMap<number, Ranges>;
  /** How the last run ended; undefined if it was killed. */
  readonly end: End | undefined;
};

export function replay(records: readonly WorkRecord[]): JournalState {
  const state = newState();
  for (const record of records) takeIn(state, record);
  return state;
}

type Growing = {-readonly [K in keyof JournalState]: JournalState[K]} & {
  readonly refused: Map<number, string>;
  readonly open: Map<number, Begun>;
  readonly added: AddedRows[];
  readonly made: Map<string, Id>;
  readonly unsubscribing: Map<number, Ranges>;
  /** The last step, of which answers may still come. */
  last: Begun | undefined;
};

export const newState = (): Growing => ({
  ...{done: [], sent: [], step: 0, undoing: false, end: undefined, last: undefined, added: []},
  ...{refused: new Map(), open: new Map(), made: new Map(), unsubscribing: new Map()},
});

export function takeIn(state: Growing, record: WorkRecord): void {
  if (record.kind !== 'header') state.end = undefined;
  const take = takers[record.kind] as (state: Growing, record: WorkRecord) => void;
  take(state, record);
}

const takers: {
  readonly [K in WorkRecord['kind']]: (state: Growing, record: Extract<WorkRecord, {readonly kind: K}>) => void;
} = {
  header: () => {},
  begun: begin,
  answered(state, {step, as, about = stepOf(state, step)?.about, made = [], reason = ''}) {
    const lines = linesIn(about);
    if (as === 'acknowledged') state.done = union(state.done, lines);
    if (as === 'rejected') for (const [line] of lines) state.refused.set(line, reason);
    if (as !== 'refused' && as !== 'unknown') state.open.delete(step);
    state.unsubscribing.delete(step);
    noteMade(state, made);
  },
  settled(state, {step, there, absent, made = []}) {
    state.done = union(state.done, linesIn(there));
    const open = state.open.get(step);
    if (open) settle(state, open, [there, absent]);
    noteMade(state, made);
  },
  made: (state, {made}) => noteMade(state, made),
  added: (state, record) => void state.added.push(record),
  changed: () => {},
  finished: () => {},
  undone: () => {},
  end(state, record) {
    state.end = record;
    const isSettled = SETTLED.has(record.result);
    if (isSettled || !record.open) dropInDoubt(state, isSettled);
  },
};

/** The rows that have arrived, and those that may have: sent without a clear answer, and no look has found out since. */
export const arrivedIn = ({done, open}: JournalState): Ranges =>
  [...open.values()].reduce((all, {about}) => union(all, linesIn(about)), done);

const linesIn = (about: StepTarget | undefined): Ranges => (about && 'lines' in about ? about.lines : []);

export const itemsIn = (about: StepTarget): readonly Item[] => ('items' in about ? about.items : []);

const isSame = (one: Item, other: Item): boolean =>
  one.kind === other.kind && one.within === other.within && one.key === other.key;

/** Rows and ids are sent one request after the other: the next begins when the one before is decided. */
function begin(state: Growing, record: Begun): void {
  if (!('items' in record.about)) dropInDoubt(state, true);
  state.open.set(record.step, record);
  state.last = record;
  state.step = record.step;
  state.sent = union(state.sent, linesIn(record.about));
  state.undoing ||= record.does === 'undoes';
  if (record.does === 'unsubscribes' && 'ids' in record.about) state.unsubscribing.set(record.step, record.about.ids);
}

const noteMade = ({made}: Growing, ids: MadeIds): void => {
  for (const [key, id] of ids) made.set(key, id);
};

export const stepOf = ({open, last}: Growing, step: number): Begun | undefined =>
  open.get(step) ?? (last?.step === step ? last : undefined);

function settle(state: Growing, open: Begun, decided: readonly StepTarget[]): void {
  const {about, step} = open;
  const left: StepTarget =
    'items' in about
      ? {items: about.items.filter(item => !decided.flatMap(itemsIn).some(one => isSame(one, item)))}
      : {lines: decided.map(linesIn).reduce(without, linesIn(about))};
  const isDecided = 'items' in left ? left.items.length === 0 : linesIn(left).length === 0;
  if (isDecided) state.open.delete(step);
  else state.open.set(step, {...open, about: left});
}

function dropInDoubt({open}: Growing, idsToo: boolean): void {
  for (const [step, {about}] of open) if ('lines' in about || (idsToo && 'ids' in about)) open.delete(step);
}

/** The results that prove the list had settled, so that no request of an interrupted run is still being applied. */
const SETTLED: ReadonlySet<End['result']> = new Set(['done', 'superseded', 'undone']);
