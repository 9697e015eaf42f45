import {id, kind} from '../../account-files/kinds/results.schema.js';
import {about, integer, listOf, object, optional, text} from '../../json-schema/describe.js';
import {somePeople, sum} from '../../output/results/documents.schema.js';

const record = {kind, name: text, as: about('Its name in the account', text), id};

/** What a clean has deleted, run by run. */
export default object({
  runs: listOf(
    object({
      run: text,
      records: listOf(object(record)),
      contacts: integer,
      kept: listOf(object({...record, why: text})),
    }),
  ),
  mail_again: about('The people whose unsubscribe was deleted', somePeople),
  renamed: about('Records created here and renamed since: they stay', listOf(object({run: text, kind, as: text, id}))),
  sum: optional(sum),
});
