import {command} from '../../commands/command.js';
import {operations as automations} from '../../endpoints/automations.js';
import mailings, {operations as sentMailings} from '../../endpoints/mailings.js';

/** `contacts why`: why somebody gets mail, or does not. */
export const whyCommand = command({
  summary: 'Say why somebody got a mailing, or did not',
  details:
    'Looks in all lists, segments, groups and automations, and says since when the person is in each. With a mailing, emk ' +
    'compares them with who gets that mailing and who is excluded. The service does not say who got a mailing, so emk ' +
    'tells you what the account says now, and what it cannot know.',
  takes: {
    address: {type: 'text', format: 'address', required: true, help: "The person's address", value: 'address'},
    mailing: {
      type: 'text',
      from: async () => ({default: mailings}),
      help: 'The mailing, by name or code',
      value: 'mailing',
    },
  },
  args: ['address', 'mailing'],
  calls: async () => [...(await import('./traces.js')).traceReads, automations.list, sentMailings.details],
  gives: [{document: () => import('./why.schema.js')}],
  examples: ['emk contacts why ann@example.com', 'emk contacts why ann@example.com "Spring news"'],
  run: async (context, input) => (await import('./why.js')).whyMailed(context, input),
});
