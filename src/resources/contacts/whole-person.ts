import type {Context} from '../../commands/command.js';
import type {Everywhere} from './everywhere.schema.js';
import {findTraces, type Trace} from './traces.js';

/** Looks for an address in every list of people. */
export async function readEverywhere(context: Context, email: string): Promise<Everywhere> {
  const traces = await findTraces(context, email, 'mail');
  const all = (place: Trace['where']): Trace[] => traces.filter(({where}) => where === place);
  const since = ({record}: Trace): string => String(record['created_at']);
  const contacts = all('contact').map(({record}) => record as Everywhere['contacts'][number]);
  const [left] = all('unsubscribes');
  return {
    email: contacts[0]?.email ?? email,
    contacts,
    segments: all('segment').map(one => {
      return {id: Number(one.under), segment_name: one.of, recipient_id: one.id, since: since(one)};
    }),
    unsubscribed: left ? {id: left.id, since: since(left)} : null,
    groups_left: all('group').map(one => {
      return {id: Number(one.under), group_name: one.of, since: since(one)};
    }),
  };
}
