import {operations as recipientOperations} from '../../../endpoints/segment-recipients.js';
import {operations} from '../../../endpoints/segments.js';
import type {Behaviour, Db} from '../behaviour.js';
import {idOf, textOf, toId} from '../form/input.js';
import {checked, isEmail, isInteger, isText} from '../form/rules.js';
import {done, lists, notFound, notFoundElsewhere, notFoundInLowerCase} from '../outcome.js';
import {add, exists, type Field, find, listed} from '../tables/table.js';
import {segmentRecipients, segments} from '../tables/tables.js';
import {removesOne} from './removals.js';

const count: Field = [
  'segment_emails_count',
  '(SELECT count(*) FROM segment_recipients WHERE segment_id = segments.id)',
];

const rules = {segment_id: [isInteger], first_name: [isText], last_name: [isText], email: [isEmail]};

/** Segments, which the API cannot create, and the people in them. */
export const segmentBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(listed(asked, segments, {also: [count]})),

  [operations.delete.route]: removesOne(segments, 'segment_id', notFound),

  [recipientOperations.list.route]: asked => {
    const id = idOf(asked, 'segment_id');
    if (!exists(asked.db, segments, id)) return notFoundInLowerCase;
    if (asked.settings.emptyChildList === 'not-found' && !hasRecipients(asked.db, id)) return notFoundInLowerCase;
    return lists(listed(asked, segmentRecipients, {where: 'segment_id = ?', values: [id]}));
  },

  [recipientOperations.add.route]: checked(rules, asked => {
    const {db, now} = asked;
    const segment = find(db, segments, 'id', toId(textOf(asked, 'segment_id')));
    if (!segment) return notFoundElsewhere(asked);
    const email = textOf(asked, 'email');
    const contact = db.get<{id: number}>(
      'SELECT id FROM contacts WHERE email = ? AND +contact_type_id = ? AND deleted_at IS NULL ORDER BY id',
      [email, Number(segment['contact_type_id'])],
    );
    const time = now.getTime();
    add(db, segmentRecipients, {
      segment_id: segment.id,
      contact_id: contact?.id ?? null,
      first_name: textOf(asked, 'first_name'),
      last_name: textOf(asked, 'last_name'),
      email,
      created_at: time,
      updated_at: time,
    });
    return done;
  }),

  [recipientOperations.delete.route]: removesOne(segmentRecipients, 'segment_recipient_id', notFound),
};

const hasRecipients = (db: Db, id: number): boolean =>
  db.get('SELECT 1 FROM segment_recipients WHERE segment_id = ?', [id]) !== undefined;
