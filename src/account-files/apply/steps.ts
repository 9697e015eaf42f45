import type {Target} from '../../accounts/target.js';
import type {Id, Made, MadeRecord} from '../folder/made-records.js';
import type {KindName} from '../kinds/kind-names.js';

/** A line of an apply's journal: what is about to be sent, or its outcome. */
export type Step =
  | {readonly step: 'begin'; readonly version: number; readonly target: Target}
  /** This record is about to be created. Its row will come after the last one in the list now. */
  | {
      readonly step: 'create';
      readonly kind: KindName;
      readonly name: string;
      readonly lastRow: number;
      readonly startedAt: number;
      /** The fingerprint that it will have right after its creation. */
      readonly fingerprint: string;
    }
  /** It was certainly not created. */
  | {readonly step: 'not-made'; readonly kind: KindName; readonly name: string}
  | {
      readonly step: 'made';
      readonly kind: KindName;
      readonly name: string;
      readonly id: Id;
      readonly fingerprint: string;
    }
  /** A record of this folder is about to be changed to this. */
  | {readonly step: 'change'; readonly kind: KindName; readonly name: string; readonly fingerprint: string}
  /** A record of this folder matches its files. */
  | {readonly step: 'finished'; readonly kind: KindName; readonly name: string; readonly fingerprint: string}
  /** These people or emails are about to be added to a record. */
  | {
      readonly step: 'add';
      readonly kind: KindName;
      readonly name: string;
      readonly values: readonly string[];
      readonly lastRow: number;
      readonly startedAt: number;
    }
  | {
      readonly step: 'added';
      readonly kind: KindName;
      readonly name: string;
      readonly ids: ReadonlyArray<readonly [value: string, id: Id]>;
    }
  | {readonly step: 'import'; readonly type: string; readonly run: string}
  /** Something made from this folder is gone. */
  | {readonly step: 'gone'; readonly kind: KindName; readonly name: string}
  | {readonly step: 'left'; readonly kind: KindName; readonly name: string; readonly value: string}
  | {readonly step: 'import-gone'; readonly type: string; readonly run: string};

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
      return {
        ...made,
        records: withRecord(records, step.kind, step.name, {id: step.id, createdFingerprint: step.fingerprint}),
      };
    case 'change': {
      const record = records.get(step.kind)?.get(step.name);
      return record
        ? {
            ...made,
            records: withRecord(records, step.kind, step.name, {...record, intendedFingerprint: step.fingerprint}),
          }
        : made;
    }
    case 'finished': {
      const record = records.get(step.kind)?.get(step.name);
      if (record === undefined) return made;
      return {
        ...made,
        records: withRecord(records, step.kind, step.name, {id: record.id, finishedFingerprint: step.fingerprint}),
      };
    }
    case 'added':
      return {
        ...made,
        members: withMembers(members, step.kind, step.name, before => new Map([...before, ...step.ids])),
      };
    case 'import':
      return {
        ...made,
        imports: new Map(imports).set(step.type, [...new Set([...(imports.get(step.type) ?? []), step.run])]),
      };
    case 'gone':
      return {
        ...made,
        records: without(records, step.kind, step.name),
        members: without(members, step.kind, step.name),
      };
    case 'left':
      return {
        ...made,
        members: withMembers(members, step.kind, step.name, before => withoutKey(before, step.value)),
      };
    case 'import-gone':
      return {
        ...made,
        imports: new Map(imports).set(
          step.type,
          (imports.get(step.type) ?? []).filter(run => run !== step.run),
        ),
      };
    default:
      return made;
  }
}

/** The requests of a journal without an outcome. */
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

const withRecord = (records: Made['records'], kind: KindName, name: string, record: MadeRecord): Made['records'] =>
  new Map(records).set(kind, new Map(records.get(kind)).set(name, record));

const withMembers = (
  members: Made['members'],
  kind: KindName,
  name: string,
  change: (before: ReadonlyMap<string, Id>) => ReadonlyMap<string, Id>,
): Made['members'] => {
  const after = change(members.get(kind)?.get(name) ?? new Map());
  return after.size === 0
    ? without(members, kind, name)
    : new Map(members).set(kind, new Map(members.get(kind)).set(name, after));
};

const without = <T>(map: ByKind<T>, kind: KindName, name: string): ByKind<T> =>
  new Map(map).set(kind, withoutKey(map.get(kind) ?? new Map(), name));

const withoutKey = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> =>
  new Map([...map].filter(([each]) => each !== key));
