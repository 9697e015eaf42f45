import {about, integer, listOf, object, optional, type TypeOf, text} from '../../json-schema/describe.js';
import {somePeople} from '../../output/results/some-people.schema.js';
import sum from '../../output/results/sum.schema.js';
import {keptOne, madeOne} from '../results.schema.js';

/** What was deleted of what emk had made from a folder, and what stays. */
const destroyed = object({
  deleted: listOf(madeOne),
  kept: listOf(keptOne),
  members: about('How many people and emails were removed from records that stay', integer),
  contacts: integer,
  mail_again: about('The people whose unsubscribe was deleted', somePeople),
  imports_elsewhere: about(
    'Imports of another machine: only that machine knows whom they added, so their contacts stay',
    listOf(object({list: text, run: text})),
  ),
  sum: optional(sum),
});

export default destroyed;

export type DestroyedData = TypeOf<typeof destroyed>;
