import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {recordTitle} from '../../commands/verbs/sentences.js';
import {updateOne} from '../../commands/verbs/update.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import type {Result} from '../../output/results/result.js';
import {trim} from '../../records/fields/trim.js';
import {changeCountry} from '../shared/change-country.js';
import {gateAutomations, startedAutomations} from '../shared/started-automations.js';
import {gateDuplicate} from './gate-duplicate.js';

/** Changes a contact. If it moves, the person is asked about automations that this starts. */
export const updateContact = (
  context: Context,
  given: Loose,
  {columns, allowed, duplicate}: {readonly columns: unknown; readonly allowed: boolean; readonly duplicate: boolean},
): Promise<Result> => {
  const update = () =>
    updateOne(
      context,
      {
        operation: operations.update,
        of: contacts,
        read: operations.details,
        key: 'contact_id',
        adapt: asWritten,
        replaced: changeCountry('country', ['state', 'city']),
        sheet: ['id', 'fullname', 'email', 'contact_type_id', 'city'],
        columns,
        async before(current) {
          const type = given['contact_type_id'];
          const to = {
            id: Number(given['contact_id']),
            email: String(given['email'] ?? current['email'] ?? ''),
            type: Number(type ?? current['contact_type_id']),
          };
          const moves = to.type !== current['contact_type_id'] || !isSame(to.email, current['email']);
          if (moves && !duplicate) await gateDuplicate(context, to);
          if (allowed || type === undefined || type === current['contact_type_id']) return;
          const started = await startedAutomations(context, {contactType: Number(type)});
          await gateAutomations(context, `Move ${recordTitle(contacts, current)} to another list`, started, allowed);
        },
      },
      given,
    );
  // Whether two runs put a person into one list is unknown before each contact was read, so all moves on one machine
  // take turns.
  const moves = given['contact_type_id'] !== undefined || given['email'] !== undefined;
  return moves && !context.ask.possible
    ? context.takeTurns(['contacts', 'moves'], 'a contact that moves', update)
    : update();
};

const isSame = (one: string, other: unknown): boolean =>
  trim(one).toLowerCase() === trim(String(other ?? '')).toLowerCase();

/** A contact in the form for writing: the country is read as text and written as a number. */
export const asWritten = ({country, ...rest}: Loose): Loose => ({...rest, country: Number(country)});
