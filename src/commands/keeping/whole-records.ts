import {emptyIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import schedulesOf from '../../endpoints/automation-emails.js';
import automationsOf from '../../endpoints/automations.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as mailings} from '../../endpoints/mailings.js';
import recipientsOf from '../../endpoints/segment-recipients.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import type {Context} from '../command.js';
import {listedRecords} from '../verbs/listed.js';
import type {KeptKind} from './keeping.js';
import {placesInSegments} from './places-in-segments.js';

type Details = (context: Context, id: string | number) => Promise<readonly Loose[]>;
type Add = (kind: KeptKind, records: readonly Loose[]) => void;
type Below = (context: Context, records: readonly Loose[], add: Add) => Promise<void>;

/** Reads a record in full, for kinds whose list is too long or may omit bodies. */
export function detailsOf(kind: KeptKind, count: number): Details | undefined {
  if (kind === 'mailings') return async ({call}, utr) => orNone(call(mailings.details, {utr: String(utr)}));
  if (kind !== 'contacts' || count > FEW) return undefined;
  return async ({call}, id) => orNone(call(contacts.details, {contact_id: Number(id)}));
}

/** Up to this many contacts are read one by one. */
const FEW = 20;

/** The record, or nothing if it does not exist; the deletion will report that. */
const orNone = (record: Promise<Loose>): Promise<readonly Loose[]> => record.then(one => [one], emptyIfNotFound);

/** Reads all records of a kind under all their parents, where a line names records without their parent. */
export const underAll = (kind: KeptKind): ((context: Context) => AsyncGenerator<readonly Loose[]>) | undefined =>
  kind === 'automations emails' ? emailsOfAll : undefined;

async function* emailsOfAll(context: Context): AsyncGenerator<readonly Loose[]> {
  for await (const batch of listedRecords(context, automationsOf))
    for (const {utr} of batch.filter(isNotDeleted)) yield* listedRecords(context, schedulesOf, {utr});
}

/** As much of a record as tells what goes with it: a deletion may be of a million. */
export const traceOf = ({id, utr, email}: Loose): Loose => ({id, utr, email});

const segmentsOf: Below = (context, people, add) =>
  placesInSegments(context, people, places => add('segments recipients', places));

/** Reads what the service deletes together with records of a kind. */
export const below: {readonly [kind in KeptKind]?: Below} = {
  contacts: segmentsOf,
  async lists(context, types, add) {
    const ids = new Set(types.map(({id}) => id));
    const people: Loose[] = [];
    for await (const batch of context.stream(contacts.list)) {
      const theirs = batch.filter(one => ids.has(one.contact_type_id) && isNotDeleted(one));
      add('contacts', theirs);
      people.push(...theirs.map(traceOf));
    }
    if (people.length > 0) await segmentsOf(context, people, add);
  },
  async segments(context, segments, add) {
    for (const {id} of segments)
      for await (const batch of listedRecords(context, recipientsOf, {segment_id: id}))
        add('segments recipients', batch);
  },
  async automations(context, automations, add) {
    for (const {utr} of automations)
      for await (const batch of listedRecords(context, schedulesOf, {utr})) add('automations emails', batch);
  },
};
