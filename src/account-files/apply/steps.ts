import type {Target} from '../../accounts/target.js';
import type {Id, Made, MadeRecord} from '../folder/made-records.js';
import type {KindName} from '../kinds/kind-names.js';

/** A record by kind and name. */
type RecordStep = {readonly kind: KindName; readonly name: string};

/** What emk knows before it sends a request whose outcome it may not learn: rows after `lastRow` are new. */
type Begun = {readonly lastRow: number; readonly startedAt: number};

/** A line of an apply's journal: what is about to be sent, or its outcome. */
export type Step =
  | {readonly step: 'begin'; readonly version: number; readonly target: Target}
  /** This record is about to be created, and will have this fingerprint right after that. */
  | (RecordStep & Begun & {readonly step: 'create'; readonly fingerprint: string})
  /** It was certainly not created. */
  | (RecordStep & {readonly step: 'not-made'})
  | (RecordStep & {readonly step: 'made'; readonly id: Id; readonly fingerprint: string})
  /** A record of this folder is about to be changed to this, or matches its files. */
  | (RecordStep & {readonly step: 'change' | 'finished'; readonly fingerprint: string})
  /** These people or emails are about to be added to a record. */
  | (RecordStep & Begun & {readonly step: 'add'; readonly values: readonly string[]})
  | (RecordStep & {readonly step: 'added'; readonly ids: ReadonlyArray<readonly [value: string, id: Id]>})
  /** Something made from this folder is gone. */
  | (RecordStep & {readonly step: 'gone'})
  | (RecordStep & {readonly step: 'left'; readonly value: string})
  | {readonly step: 'import' | 'import-gone'; readonly type: string; readonly run: string};

/** The format of the journal. Format 1 has other names for some things, and does not state its number. */
export const JOURNAL_VERSION = 2;

/** A journal's step of any known format, in the current format. */
export function stepFromJournal(record: Step | OldStep): Step {
  const {of, above, at, born, next, was, ...step} = record as Step & OldStep;
  const fingerprint = born ?? next ?? was;
  return {
    ...(of !== undefined && {kind: of}),
    ...(above !== undefined && {lastRow: above}),
    ...(at !== undefined && {startedAt: at}),
    ...(fingerprint !== undefined && {fingerprint}),
    ...step,
  } as Step;
}

/** The names in format 1. */
type OldStep = {
  readonly of?: KindName;
  readonly above?: number;
  readonly at?: number;
  /** The fingerprint of a record that was created, is about to be changed, or is finished. */
  readonly born?: string;
  readonly next?: string;
  readonly was?: string;
};

/** A request whose outcome is not in the journal. */
export type Doubt = Extract<Step, {step: 'create' | 'add'}>;

export function afterStep(made: Made, step: Step): Made {
  const {records, members, imports} = made;
  switch (step.step) {
    case 'made':
      return {...made, records: withRecord(records, step, {id: step.id, createdFingerprint: step.fingerprint})};
    case 'change':
    case 'finished': {
      const record = records.get(step.kind)?.get(step.name);
      if (record === undefined) return made;
      const next =
        step.step === 'change'
          ? {...record, intendedFingerprint: step.fingerprint}
          : {id: record.id, finishedFingerprint: step.fingerprint};
      return {...made, records: withRecord(records, step, next)};
    }
    case 'added':
      return {...made, members: withMembers(members, step, before => new Map([...before, ...step.ids]))};
    case 'left':
      return {...made, members: withMembers(members, step, before => withoutKey(before, step.value))};
    case 'gone':
      return {...made, records: without(records, step), members: without(members, step)};
    case 'import':
    case 'import-gone': {
      const others = (imports.get(step.type) ?? []).filter(run => run !== step.run);
      return {
        ...made,
        imports: new Map(imports).set(step.type, step.step === 'import' ? [...others, step.run] : others),
      };
    }
    default:
      return made;
  }
}

export function doubtsIn(steps: readonly Step[]): readonly Doubt[] {
  const open = new Map<string, Doubt>();
  for (const step of steps) {
    if (step.step === 'create') open.set(`create ${step.kind} ${step.name}`, step);
    if (step.step === 'add') open.set(`add ${step.kind} ${step.name}`, step);
    if (step.step === 'made' || step.step === 'not-made') open.delete(`create ${step.kind} ${step.name}`);
    if (step.step === 'added') open.delete(`add ${step.kind} ${step.name}`);
  }
  return [...open.values()];
}

type ByKind<T> = ReadonlyMap<KindName, ReadonlyMap<string, T>>;

const withRecord = (records: Made['records'], {kind, name}: RecordStep, record: MadeRecord): Made['records'] =>
  new Map(records).set(kind, new Map(records.get(kind)).set(name, record));

function withMembers(
  members: Made['members'],
  of: RecordStep,
  change: (before: ReadonlyMap<string, Id>) => ReadonlyMap<string, Id>,
): Made['members'] {
  const {kind, name} = of;
  const after = change(members.get(kind)?.get(name) ?? new Map());
  return after.size === 0
    ? without(members, of)
    : new Map(members).set(kind, new Map(members.get(kind)).set(name, after));
}

const without = <T>(map: ByKind<T>, {kind, name}: RecordStep): ByKind<T> =>
  new Map(map).set(kind, withoutKey(map.get(kind) ?? new Map(), name));

const withoutKey = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> =>
  new Map([...map].filter(([each]) => each !== key));
