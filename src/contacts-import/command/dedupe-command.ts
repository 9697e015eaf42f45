import {maxDeleteOption} from '../../commands/agree.js';
import {changing} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';

export const dedupeCommand = changing({
  summary: 'Delete the extra contacts of people who are on a list more than once',
  details:
    'Reads the file of duplicates from an import or a sync, which has a row for each person with the contact to ' +
    'keep and the surplus, or the findings of "emk contacts check".\n\nemk looks at each contact first. It deletes ' +
    'a surplus contact only if it still has the same address and is on the same list as the one to keep. It keeps ' +
    'all others and tells you which (exit code 8).',
  takes: {
    file: {
      type: 'text',
      required: true,
      value: 'file',
      help: 'A CSV file with the columns email, keep and surplus, or - for standard input',
      question: 'Which file of duplicates?',
    },
    ...maxDeleteOption,
  },
  args: ['file'],
  calls: [operations.list, operations.bulkDelete, operations.delete],
  examples: [
    'emk contacts dedupe leads.duplicates.csv',
    'emk contacts dedupe leads.duplicates.csv --dry-run',
    'emk contacts check --where finding=twice-in-list --out twice.csv && emk contacts dedupe twice.csv',
    'emk contacts dedupe leads.duplicates.csv --yes --max-delete 200',
  ],
  gives: 'done',
  run: async (context, input) => (await import('./dedupe.js')).dedupe(context, input),
});
