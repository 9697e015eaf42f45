import {operations as recipientOperations} from '../../../endpoints/segment-recipients.js';
import {operations} from '../../../endpoints/segments.js';
import type {Behaviour} from '../behaviour.js';
import {done, lists, notFound, notFoundInLowerCase} from '../behaviour.js';
import {idOf, textOf} from '../form/input.js';
import {checked, rowOf, rulesOf} from '../form/rules.js';
import {addNow, exists, find, listed} from '../tables/table.js';
import {segmentRecipients, segments} from '../tables/tables.js';
import {removesOne} from './row-behaviours.js';

/** Segments, which the API cannot create, and the people in them. */
export const segmentBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, segments)),

  [operations.delete.route]: removesOne(segments, 'segment_id', notFound),

  [recipientOperations.list.route]: asked => {
    const id = idOf(asked, 'segment_id');
    if (!exists(asked.db, segments, id)) return notFoundInLowerCase;
    return lists(listed(asked, segmentRecipients, {where: 'segment_id = ?', values: [id]}));
  },

  [recipientOperations.add.route]: checked(rulesOf(recipientOperations.add), asked => {
    const {db} = asked;
    const segment = find(db, segments, 'id', idOf(asked, 'segment_id'));
    if (!segment) return notFound;
    const contact = db.get<{id: number}>(
      'SELECT id FROM contacts WHERE email = ? AND +contact_type_id = ? AND deleted_at IS NULL ORDER BY id',
      [textOf(asked, 'email'), Number(segment['contact_type_id'])],
    );
    addNow(asked, segmentRecipients, {...rowOf(asked, recipientOperations.add), contact_id: contact?.id ?? null});
    return done;
  }),

  [recipientOperations.delete.route]: removesOne(segmentRecipients, 'segment_recipient_id', notFound),
};
