import {withoutKeys} from '../../api/client/key-mask.js';
import {command} from '../../commands/command.js';
import {CheckError} from '../../errors.js';
import {kindParams, kindsWanted} from './options.js';

export const diffCommand = command({
  summary: 'Compare the accounts of two profiles',
  details:
    'Compares the records by name: - is only in the first account, + only in the second, ~ in both but different. ' +
    'Nothing is changed. To copy one account to the other, pull from one and plan against the other.',
  takes: {
    first: {type: 'text', required: true, value: 'profile', help: 'The first profile, by name'},
    second: {type: 'text', required: true, value: 'profile', help: 'The second profile, by name'},
    ...kindParams,
    exit_code: {type: 'flag', help: 'Exit with 10 if they differ', decides: 'checks'},
  },
  args: ['first', 'second'],
  gives: {document: () => import('../compare/diff.schema.js')},
  examples: ['emk account diff staging production', 'emk account diff staging production --only senders -o json'],
  calls: async () => (await import('../account/account-reads.js')).accountReads,
  async run(context, {first, second, only, except, exit_code}) {
    const [{diff}, {diffInWords}] = await Promise.all([import('../compare/diff.js'), import('./diff-words.js')]);
    const found = await diff(context, [first, second], kindsWanted(only, except));
    // Keys are masked before words are made, because texts are cut there.
    const differences = withoutKeys(found, context.keyMask);
    const error = new CheckError(`The accounts of ${first} and ${second} differ.`, {hint: 'See above.'});
    return {
      kind: 'data',
      data: {first, second, differences},
      text: diffInWords(differences, [first, second]),
      prose: true,
      ...(exit_code && differences.length > 0 ? {error} : {}),
    };
  },
});
