import {
  about,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../json-schema/describe.js';
import {somePeople} from '../../output/results/some-people.schema.js';
import sum from '../../output/results/sum.schema.js';
import {
  action,
  countByKind,
  differingContacts,
  id,
  impossible,
  impossibleContacts,
  impossibleInList,
  kind,
} from '../results.schema.js';

/** A change that waits for an option, because it would send mail. */
export const waiting = object({action, kind, name: text, needs: oneOf('--mailings', '--live')});

const applied = object({
  changes: listOf(object({action, kind, name: text, id: nullable(id)})),
  contacts: listOf(
    object({
      list: text,
      created: integer,
      impossible: listOf(impossibleContacts),
      run: optional(about('The import that created them', text)),
    }),
  ),
  waiting: listOf(waiting),
  impossible: listOf(impossible),
  impossible_contacts: listOf(impossibleInList),
  differing: about(
    'The people who are on a list with other values than in its file, and stay so',
    listOf(differingContacts),
  ),
  automations: about('The live automations that this starts', listOf(text)),
  stay_away: about('The people of the files who left, and are not added', somePeople),
  mail_again: about('The people whose unsubscribe was deleted', somePeople),
  stay_unsubscribed: about('The people whose unsubscribe is in no file and stays', somePeople),
  left: about('How many records of each kind are in no file and stay', countByKind),
  sum: optional(sum),
});

export default applied;

export type AppliedData = TypeOf<typeof applied>;
