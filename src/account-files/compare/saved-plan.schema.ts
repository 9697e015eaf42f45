import {about, boolean, listOf, mapOf, nullable, object, oneOf, type TypeOf, text} from '../../json-schema/describe.js';
import {somePeople} from '../../output/results/some-people.schema.js';
import {kind, planProperties} from '../results.schema.js';

const basis = object({
  version: oneOf(4),
  account: about('The service, and a hash of the public key', object({origin: text, key: text})),
  folder: about('As given: an apply of the plan starts in the same folder', text),
  kinds: listOf(kind),
  prune: boolean,
  mail_again: about('Whether unsubscribes are deleted too', boolean),
  contacts: boolean,
  max_errors: nullable(text),
  records: about('A print of each record that changes, as the files and the account have it', mapOf(text)),
  people: about('A keyed print of who is on each list of which people are deleted', mapOf(text)),
  contact_files: about('SHA-256 of each file of contacts, by its path', mapOf(text)),
});

/** A plan, and what it does not show: an apply of it refuses if any of this is different by then. */
const savedPlan = object({
  ...planProperties,
  mail_again: about('The people whose unsubscribe is deleted', somePeople),
  basis,
});

export default savedPlan;

export type SavedPlan = TypeOf<typeof savedPlan>;
