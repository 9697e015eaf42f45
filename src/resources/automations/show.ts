import type {Operation} from '../../api/describe/schema.js';
import type {Command, Context} from '../../commands/command.js';
import {operations as schedules} from '../../endpoints/automation-schedules.js';
import {operations as senders} from '../../endpoints/senders.js';
import {operations as templates} from '../../endpoints/templates.js';
import type {Result} from '../../output/results/result.js';

/** `automations show` with its emails drawn below it in the order of sending. Other formats print the record. */
export const withTimeline = (show: Command): Command => ({
  ...show,
  details:
    'A table shows its emails too, as a line of time. Waits are counted from when somebody joins the audience, as far as is known: the documentation of the service does not say whether each is counted from the email before.',
  calls: [...(show.calls as readonly Operation[]), schedules.list, senders.list, templates.list],
  async run(context: Context, input: never): Promise<Result> {
    const result = await show.run(context, input);
    if (result.kind !== 'record' || result.fields?.chosen) return result;
    const picture = async (width: number | undefined): Promise<string> => {
      const {timelineOf} = await import('./emails-timeline.js');
      return (await timelineOf(context, result.record as never))(width);
    };
    return {...result, picture};
  },
});
