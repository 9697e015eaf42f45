import type {Ranges} from './ranges.js';
import type {Begun, Does, End, Id, Item, MadeIds, Outcome, WorkRecord} from './record.js';

/** The records of a journal in the format of today: version 1 of imports, versions 1 and 2 of applies. */
export function inTodaysFormat(records: readonly unknown[]): readonly WorkRecord[] {
  const [first] = records as ReadonlyArray<{
    readonly kind?: string;
    readonly step?: unknown;
    readonly version?: number;
  }>;
  if (first?.step === 'begin') return fromApply(records as readonly OldStep[]);
  return first?.kind === 'header' && (first.version ?? 1) === 1
    ? fromImport(records as readonly OldImport[])
    : (records as readonly WorkRecord[]);
}

/** A record of an import or sync of version 1. */
type OldImport =
  | (OldHeader & {readonly kind: 'header'})
  | {readonly kind: 'intent'; readonly lines: Ranges}
  | {readonly kind: 'outcome'; readonly outcome: Outcome; readonly lines: Ranges; readonly reason?: string}
  | {readonly kind: 'compare'; readonly present: Ranges; readonly absent: Ranges}
  | {readonly kind: 'doing'; readonly work: OldWork; readonly ids: Ranges}
  | {readonly kind: 'did'}
  | {readonly kind: 'unsubscribed'; readonly people: ReadonlyArray<readonly [id: number, hash: string]>}
  | (Omit<End, 'work'> & {readonly work?: Readonly<Partial<Record<OldWork, number>>>});

type OldHeader = {readonly sync?: object; readonly origin: string; readonly key: string};
type OldWork = 'change' | 'delete' | 'unsubscribe' | 'undo';

const does: Readonly<Record<OldWork, Does>> = {
  change: 'updates',
  delete: 'deletes',
  unsubscribe: 'unsubscribes',
  undo: 'undoes',
};

/** Each request of an import becomes a step; their numbers began anew when a sync was continued. */
function fromImport(records: readonly OldImport[]): readonly WorkRecord[] {
  let step = 0;
  return records.map((record): WorkRecord => {
    switch (record.kind) {
      case 'header':
        return {...record, version: 1, way: record.sync ? 'contacts sync' : 'contacts import'};
      case 'intent':
        return {kind: 'begun', step: ++step, does: 'creates', about: {lines: record.lines}};
      case 'outcome': {
        const {outcome: as, lines, reason} = record;
        return {kind: 'answered', step, as, about: {lines}, ...(reason !== undefined && {reason})};
      }
      case 'compare':
        return {kind: 'settled', step, there: {lines: record.present}, absent: {lines: record.absent}};
      case 'doing':
        return {kind: 'begun', step: ++step, does: does[record.work], about: {ids: record.ids}};
      case 'did':
        return {kind: 'answered', step, as: 'acknowledged'};
      case 'unsubscribed':
        return {kind: 'made', step, made: record.people.map(([id, hash]) => [hash, id])};
      case 'end': {
        const work = Object.entries(record.work ?? {}).map(([name, count]) => [does[name as OldWork] ?? name, count]);
        return {...record, work: Object.fromEntries(work)};
      }
      default:
        return record;
    }
  });
}

/** A step of an apply of version 2, or of version 1 with its own names for some things. */
type OldStep = {
  readonly step: string;
  readonly version?: number;
  readonly target?: {readonly origin: string; readonly key: string};
  readonly kind?: string;
  readonly of?: string;
  readonly name?: string;
  readonly id?: Id;
  readonly lastRow?: number;
  readonly above?: number;
  readonly startedAt?: number;
  readonly at?: number;
  readonly fingerprint?: string;
  readonly born?: string;
  readonly next?: string;
  readonly was?: string;
  readonly value?: string;
  readonly values?: readonly string[];
  readonly ids?: ReadonlyArray<readonly [value: string, id: Id]>;
  readonly type?: string;
  readonly run?: string;
};

/** Each step becomes a record. An outcome belongs to the last step about the same record. */
function fromApply(records: readonly OldStep[]): readonly WorkRecord[] {
  const steps = new Map<string, number>();
  let last = 0;
  const begin = (name: string, step: Omit<Begun, 'kind' | 'step'>): Begun => {
    steps.set(name, ++last);
    return {kind: 'begun', step: last, ...step};
  };
  /** An outcome; of a step that is not in the journal, with its beginning. */
  const end = (name: string, step: Omit<Begun, 'kind' | 'step'>, as: Outcome, made?: MadeIds): WorkRecord[] => {
    const missing = steps.has(name) ? [] : [begin(name, step)];
    return [...missing, {kind: 'answered', step: steps.get(name) ?? last, as, ...(made && {made})}];
  };
  return records.flatMap((record): WorkRecord[] => {
    const {
      step,
      kind = record.of ?? '',
      name: key = '',
      type = '',
      run = '',
      value = '',
      values = [],
      ids = [],
    } = record;
    const print = record.fingerprint ?? record.born ?? record.next ?? record.was ?? '';
    const since = {lastRow: record.lastRow ?? record.above ?? 0, startedAt: record.startedAt ?? record.at ?? 0};
    const item: Item = {kind, key};
    const creation = {does: 'creates', about: {items: [item]}, print} as const;
    const members = (keys: readonly string[]) => keys.map(each => ({kind, within: key, key: each}));
    const addition = {does: 'creates', about: {items: members(values)}} as const;
    const contacts: Item = {kind: 'contacts', within: type, key: run};
    switch (step) {
      case 'create':
        return [begin(`create ${kind} ${key}`, {...creation, since})];
      case 'made':
        return end(`create ${kind} ${key}`, creation, 'acknowledged', [[key, record.id ?? '']]);
      case 'not-made':
        return end(`create ${kind} ${key}`, creation, 'not_applied');
      case 'change':
        return [begin(`change ${kind} ${key}`, {...creation, does: 'updates'})];
      case 'finished':
        return [{kind: 'finished', item, print}];
      case 'add':
        return [begin(`add ${kind} ${key}`, {...addition, since})];
      case 'added':
        return end(`add ${kind} ${key}`, {...addition, about: {items: members([''])}}, 'acknowledged', ids);
      case 'gone':
        return [{kind: 'undone', item}];
      case 'left':
        return [{kind: 'undone', item: {kind, within: key, key: value}}];
      case 'import':
        return [begin('import', {does: 'creates', about: {items: [contacts]}})];
      case 'import-gone':
        return [{kind: 'undone', item: contacts}];
      default:
        return [
          {kind: 'header', version: record.version ?? 1, way: 'account apply', origin: '', key: '', ...record.target},
        ];
    }
  });
}
