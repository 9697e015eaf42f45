import type {Target} from '../../accounts/target.js';
import type {Id, Made, MadeRecord} from '../folder/made.js';
import type {KindName} from '../kinds/kind-names.js';

/** A line of the journal of an apply: what is about to be sent, and what came of it. */
export type Step =
  | {readonly step: 'begin'; readonly target: Target}
  /** This record is about to be created. Every row of its list had a lower number than the next one will have. */
  | {
      readonly step: 'create';
      readonly of: KindName;
      readonly name: string;
      readonly above: number;
      readonly at: number;
      /** The print of what it will be. */
      readonly born: string;
    }
  /** It certainly was not. */
  | {readonly step: 'not-made'; readonly of: KindName; readonly name: string}
  | {readonly step: 'made'; readonly of: KindName; readonly name: string; readonly id: Id; readonly born: string}
  /** A record of this folder is about to become this. */
  | {readonly step: 'change'; readonly of: KindName; readonly name: string; readonly next: string}
  /** A record of this folder is as its files say. */
  | {readonly step: 'finished'; readonly of: KindName; readonly name: string; readonly was: string}
  /** These people or emails are about to be added to a record. */
  | {
      readonly step: 'add';
      readonly of: KindName;
      readonly name: string;
      readonly values: readonly string[];
      readonly above: number;
      readonly at: number;
    }
  | {
      readonly step: 'added';
      readonly of: KindName;
      readonly name: string;
      readonly ids: ReadonlyArray<readonly [value: string, id: Id]>;
    }
  | {readonly step: 'import'; readonly type: string; readonly run: string}
  /** Something that was made here is gone. */
  | {readonly step: 'gone'; readonly of: KindName; readonly name: string}
  | {readonly step: 'left'; readonly of: KindName; readonly name: string; readonly value: string}
  | {readonly step: 'import-gone'; readonly type: string; readonly run: string};

/** A request whose outcome the journal does not tell. */
export type Doubt = Extract<Step, {step: 'create' | 'add'}>;

/** What was made, after a step. */
export function afterStep(made: Made, step: Step): Made {
  const {records, members, imports} = made;
  switch (step.step) {
    case 'made':
      return {...made, records: withRecord(records, step.of, step.name, {id: step.id, born: step.born})};
    case 'change': {
      const record = records.get(step.of)?.get(step.name);
      return record ? {...made, records: withRecord(records, step.of, step.name, {...record, next: step.next})} : made;
    }
    case 'finished': {
      const record = records.get(step.of)?.get(step.name);
      if (record === undefined) return made;
      return {...made, records: withRecord(records, step.of, step.name, {id: record.id, was: step.was})};
    }
    case 'added':
      return {...made, members: withMembers(members, step.of, step.name, before => new Map([...before, ...step.ids]))};
    case 'import':
      return {
        ...made,
        imports: new Map(imports).set(step.type, [...new Set([...(imports.get(step.type) ?? []), step.run])]),
      };
    case 'gone':
      return {...made, records: without(records, step.of, step.name), members: without(members, step.of, step.name)};
    case 'left':
      return {
        ...made,
        members: withMembers(members, step.of, step.name, before => withoutKey(before, step.value)),
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
    if (step.step === 'create') open.set(`create ${step.of} ${step.name}`, step);
    if (step.step === 'add') open.set(`add ${step.of} ${step.name}`, step);
    if (step.step === 'made' || step.step === 'not-made') open.delete(`create ${step.of} ${step.name}`);
    if (step.step === 'added') open.delete(`add ${step.of} ${step.name}`);
  }
  return [...open.values()];
}

type ByKind<T> = ReadonlyMap<KindName, ReadonlyMap<string, T>>;

const withRecord = (records: Made['records'], of: KindName, name: string, record: MadeRecord): Made['records'] =>
  new Map(records).set(of, new Map(records.get(of)).set(name, record));

const withMembers = (
  members: Made['members'],
  of: KindName,
  name: string,
  change: (before: ReadonlyMap<string, Id>) => ReadonlyMap<string, Id>,
): Made['members'] => {
  const after = change(members.get(of)?.get(name) ?? new Map());
  return after.size === 0
    ? without(members, of, name)
    : new Map(members).set(of, new Map(members.get(of)).set(name, after));
};

const without = <T>(map: ByKind<T>, of: KindName, name: string): ByKind<T> =>
  new Map(map).set(of, withoutKey(map.get(of) ?? new Map(), name));

const withoutKey = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> =>
  new Map([...map].filter(([each]) => each !== key));
