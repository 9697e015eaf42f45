import type {Target} from '../../accounts/target.js';
import type {Id, Made, MadeRecord} from '../folder/made-records.js';
import type {KindName} from '../kinds/kind-names.js';

/** A line of the journal of an apply: what is about to be sent, and what came of it. */
export type Step =
  | {readonly step: 'begin'; readonly version: number; readonly target: Target}
  /** This record is about to be created. It will be in a row after the last one that its list has now. */
  | {
      readonly step: 'create';
      readonly kind: KindName;
      readonly name: string;
      readonly lastRow: number;
      readonly startedAt: number;
      /** Of what it will be right after its creation. */
      readonly fingerprint: string;
    }
  /** It certainly was not. */
  | {readonly step: 'not-made'; readonly kind: KindName; readonly name: string}
  | {
      readonly step: 'made';
      readonly kind: KindName;
      readonly name: string;
      readonly id: Id;
      readonly fingerprint: string;
    }
  /** A record of this folder is about to become this. */
  | {readonly step: 'change'; readonly kind: KindName; readonly name: string; readonly fingerprint: string}
  /** A record of this folder is as its files say. */
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
  /** Something that was made here is gone. */
  | {readonly step: 'gone'; readonly kind: KindName; readonly name: string}
  | {readonly step: 'left'; readonly kind: KindName; readonly name: string; readonly value: string}
  | {readonly step: 'import-gone'; readonly type: string; readonly run: string};

/** The format of the journal. Format 1 calls some things by other names, and does not say that it is format 1. */
export const JOURNAL_VERSION = 2;

/** A step of a journal of any format that this emk knows, by the names of today. */
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

/** What format 1 calls by other names. */
type OldStep = {
  readonly of?: KindName;
  readonly above?: number;
  readonly at?: number;
  /** The fingerprint of a record that was created, is about to be changed, or is finished. */
  readonly born?: string;
  readonly next?: string;
  readonly was?: string;
};

/** A request whose outcome the journal does not tell. */
export type Doubt = Extract<Step, {step: 'create' | 'add'}>;

/** What was made, after a step. */
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

/** The requests of a journal whose outcome it does not tell. */
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
