import {command, type Group} from '../commands/command.js';
import {createOne, lookupOption} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import segmentRecipients, {operations} from '../endpoints/segment-recipients.js';
import segments from '../endpoints/segments.js';
import {sheetOption} from '../records/select.js';
import {allowOption, gateAutomations, startedAutomations} from './started-automations.js';

export default {
  commands: {
    list: list(operations.list, {
      of: segmentRecipients,
      summary: 'List who is in a segment',
      columns: ['id', 'fullname', 'email', 'country', 'created_at'],
      parent: segments,
      examples: [
        'emk segments recipients list 4',
        "emk segments recipients list 4 --where 'email~@example.com' --count",
      ],
    }),
    add: command({
      summary: 'Add somebody to a segment',
      takes: {...operations.add.params, ...lookupOption, ...allowOption, ...sheetOption},
      calls: [operations.add, operations.list],
      examples: [
        'emk segments recipients add --segment 4 --first-name Ada --last-name Lovelace --email ada@example.com',
        'emk segments recipients add --segment 4 --first-name Bo --last-name Li --email bo@example.com -o id',
      ],
      async run(context, {no_lookup, allow_automations, columns, ...input}) {
        const started = allow_automations ? [] : await startedAutomations(context, {segment: input.segment_id});
        await gateAutomations(context, `Add ${input.email}`, started, allow_automations === true);
        return createOne(context, operations.add, input, {
          of: segmentRecipients,
          within: ({segment_id}) => ({segment_id}),
          by: ['email'],
          sheet: ['id', 'fullname', 'email', 'segment_id'],
          says: ({email}) => `${email} was added to the segment.`,
          blind: no_lookup === true,
          columns,
        });
      },
    }),
    delete: remove(operations.delete, {
      of: segmentRecipients,
      summary: 'Take people out of a segment',
      within: {
        segment_id: {
          type: 'integer',
          help: 'The segment they are in, to check that they are, and afterwards that they are gone',
          from: () => import('../endpoints/segments.js'),
          option: 'segment',
          value: 'segment',
        },
      },
      examples: ['emk segments recipients delete 31', 'emk segments recipients delete 31 32 --segment 4 --yes'],
    }),
  },
} satisfies Group;
