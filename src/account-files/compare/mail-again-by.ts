import type {SomePeople} from '../../output/results/some-people.schema.js';
import {somePeople} from '../../who-left/mail-again.js';
import type {Change} from '../results.schema.js';
import {removedPeople} from './compare-entries.js';

/** The people who get mail again because of changes: nobody lists them as unsubscribed after these. */
export const mailAgainBy = (changes: Iterable<Change>): SomePeople =>
  somePeople(
    [...changes].flatMap(change => {
      if (change.kind === 'unsubscribes') return change.action === 'delete' ? [change.name] : [];
      return change.kind === 'groups' ? removedPeople(change).map(String) : [];
    }),
  );
