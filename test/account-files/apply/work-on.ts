/** The work of an apply on a service that is some lists in memory: what is sent, journaled and learnt is noted in one order. */
import type {ApplyWork} from '../../../src/account-files/apply/work.js';
import type {Loose, Operation} from '../../../src/api/describe/schema.js';
import type {WorkRecord} from '../../../src/work/record.js';

export type Lists = ReadonlyMap<Operation, Loose[]>;

type Service = {
  readonly dryRun?: boolean;
  /** The records that were there when files and account were compared. */
  readonly known?: readonly unknown[];
  /** What a request does, and its answer. */
  sent?(operation: Operation, form: Loose, lists: Lists): unknown;
};

export function workOn(lists: Lists, {dryRun = false, known = [], sent = () => undefined}: Service = {}) {
  const notes: unknown[] = [];
  let step = 0;
  const context = {
    globals: {dryRun},
    ask: {possible: false},
    host: {now: () => new Date(5000), interrupted: new AbortController().signal},
    progress: {show() {}, clear() {}},
    persist: <T>(act: () => Promise<T>): Promise<T> => act().catch(act),
    takeTurns<T>(things: readonly unknown[], _: string, act: () => T): T {
      notes.push(['turns', things]);
      return act();
    },
    async *stream(list: Operation) {
      yield [...(lists.get(list) ?? [])];
    },
    async send(_: unknown, operation: Operation, form: Loose) {
      notes.push(['sent', form]);
      return sent(operation, form, lists);
    },
  };
  const journal = {
    begin(does: string, about: {readonly items: ReadonlyArray<{readonly key: string}>}, more: Partial<WorkRecord>) {
      notes.push(['begun', does, about.items.map(({key}) => key), more]);
      return ++step;
    },
    answer: (of: number, as: string, more: Loose = {}) => notes.push([as, of, ...(more['made'] ? [more['made']] : [])]),
    note: (record: Loose) => notes.push(['noted', record]),
  };
  const names = {
    learn: async (_: string, name: string, id: unknown) => notes.push(['learnt', name, id]),
    toForm: async (_: unknown, entry: Loose) => entry,
  };
  const work = {
    ...{context, journal, names, permit: {}},
    begins: (change: {readonly name: string} | undefined) => notes.push(['begins', change?.name]),
    isKnown: (_: string, {id}: Loose) => known.includes(id),
    accountRecord: () => undefined,
  } as unknown as ApplyWork;
  return {work, notes, requests: () => notes.filter(note => (note as readonly unknown[])[0] === 'sent').length};
}
