import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import recipientsOf from '../../endpoints/segment-recipients.js';
import {operations as segments} from '../../endpoints/segments.js';
import {keyOf} from '../../identity/identities.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import type {Context} from '../command.js';
import {listedRecords} from '../verbs/listed.js';

/**
 * Reads who of these contacts is in which segment: a contact takes these entries along when it is deleted. Whether an entry
 * without a contact goes too, by its address, the service does not say, so it counts. One read for each segment with people.
 */
export async function placesInSegments(
  {stream}: Pick<Context, 'stream'>,
  contacts: readonly Loose[],
  add: (places: readonly Loose[]) => void,
): Promise<void> {
  const ids = new Set(contacts.map(({id}) => Number(id)));
  const addresses = new Set(contacts.map(whoInSegment));
  const isTheirs = (place: Loose): boolean => {
    const contact = Number(place['contact_id'] ?? 0);
    const address = whoInSegment(place);
    return contact === 0 ? address !== undefined && addresses.has(address) : ids.has(contact);
  };
  const filled: number[] = [];
  await forEachRecord(stream(segments.list), ({id, deleted_at, segment_emails_count: people}) => {
    if (isNotDeleted({deleted_at}) && people !== 0) filled.push(id);
  });
  for (const id of filled)
    for await (const batch of listedRecords({stream}, recipientsOf, {segment_id: id})) add(batch.filter(isTheirs));
}

/** Who somebody in a segment is, in whatever segment; undefined for nobody. */
export const whoInSegment = ({email}: Loose): string | undefined => keyOf('segments recipients', {email});
