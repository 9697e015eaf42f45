import {record} from '../../api/describe/notation.js';
import {contact} from '../../endpoints/contacts.js';
import type {Result} from '../../output/results/result.js';
import {compact, toReadable} from '../../records/fields/readable.js';
import {toFields, wholeSheet} from '../../records/view/select.js';
import type {Everywhere} from './everywhere.schema.js';

/** What people see of an address: its contact if there is one, then its lists, segments and unsubscribes. */
export function sheetOf(person: Everywhere, zone: string | undefined): Result {
  const [only, ...others] = person.contacts;
  const since = (moment: string): string => `since ${toReadable('timestamp', zone)(moment)}`;
  const lists = person.contacts.map(
    ({contact_type, contact_type_id: type, created_at}) =>
      `${compact(contact_type) || `type ${type}`} (${since(created_at)})`,
  );
  const shown = {
    ...(only && others.length === 0 ? only : {email: person.email, fullname: namesIn(person)}),
    lists: lists.join('; ') || 'none',
    segments: person.segments.map(each => `${each.segment_name} (${since(each.since)})`).join('; ') || 'none',
    unsubscribed: person.unsubscribed ? `from all mail, ${since(person.unsubscribed.since)}` : 'no',
    groups_left:
      person.groups_left.map(({group_name, since: moment}) => `${group_name} (${since(moment)})`).join('; ') || 'none',
  };
  return {kind: 'record', record: shown, shape, key: 'id', fields: toFields(undefined, {shape, sheet})};
}

const shape = record({...contact, lists: 'text', segments: 'text', unsubscribed: 'text', groups_left: 'text'});

/** The lists say the one of a contact too, and since when. */
const sheet = wholeSheet(shape, 'fullname', 'email').filter(name => !/^contact_type/.test(name));

const namesIn = ({contacts}: Everywhere): string => [...new Set(contacts.map(({fullname}) => fullname))].join(', ');
