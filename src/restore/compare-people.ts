import {below} from '../account-files/account/entries.js';
import {forEachRecord} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import {whoInSegment} from '../commands/keeping/places-in-segments.js';
import {listedRecords} from '../commands/verbs/listed.js';
import segmentRecipients from '../endpoints/segment-recipients.js';
import {NotFoundError} from '../errors.js';
import {add, type Comparing, updateOf} from './comparing.js';

/** Plans the people whom segments lack. The API creates no segment, so a deleted one is found again by its name. */
export async function comparePeople(comparing: Comparing): Promise<void> {
  const {context, names, recordsOf, there, failed} = comparing;
  const kind = 'segments recipients';
  const bySegment = new Map<unknown, Loose[]>(recordsOf('segments').map(({id}) => [id, []]));
  for (const record of recordsOf(kind)) {
    const people = bySegment.get(record['segment_id']) ?? [];
    bySegment.set(record['segment_id'], people);
    people.push(record);
  }
  for (const [id, people] of bySegment) {
    const name = names.nameOf('segments', id);
    const [gone] = names.gone();
    const held = comparing.held.get('segments')?.find(one => one.name === name);
    if (!held) {
      failed.push({
        kind: 'segments',
        record: {segment_name: names.earlierName('segments', id) ?? id},
        error: noSegment(gone),
      });
      continue;
    }
    if (people.length === 0) there.push({kind: 'segments', record: {segment_name: name}});
    const met = new Set<string | undefined>([undefined]);
    await forEachRecord(listedRecords(context, segmentRecipients, {segment_id: held.id}), row =>
      met.add(whoInSegment(row)),
    );
    const missing = people.filter(person => !met.has(whoInSegment(person)));
    const copies = missing.map(record => ({kind, record}) as const);
    there.push(...people.filter(person => !missing.includes(person)).map(record => ({kind, record}) as const));
    if (missing.length > 0)
      add(
        comparing,
        updateOf('segments', held.name, 'recipients', below('segments', 'recipients', missing, names)),
        copies,
      );
  }
}

const noSegment = (gone = ''): NotFoundError =>
  new NotFoundError(`It needs what is gone: ${gone}. You can create a segment only in the service.`, {
    hint: 'Create it there with the same name, then run the same line again.',
  });
