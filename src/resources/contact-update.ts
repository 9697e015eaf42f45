import type {Loose} from '../api/schema.js';
import type {Context} from '../commands/command.js';
import {named} from '../commands/verbs/sentences.js';
import {updateOne} from '../commands/verbs/update.js';
import contacts, {operations} from '../endpoints/contacts.js';
import type {Result} from '../output/result.js';
import {ofAnotherCountry} from './another-country.js';
import {gateAutomations, startedAutomations} from './started-automations.js';

/** Changes a contact. One that moves to another type joins its audience, so the automations that this starts are asked about. */
export const updateContact = (
  context: Context,
  given: Loose,
  {columns, allowed}: {readonly columns: unknown; readonly allowed: boolean},
): Promise<Result> =>
  updateOne(
    context,
    {
      operation: operations.update,
      of: contacts,
      read: operations.details,
      key: 'contact_id',
      adapt: asWritten,
      replaced: ofAnotherCountry('country', ['state', 'city']),
      sheet: ['id', 'fullname', 'email', 'contact_type_id', 'city'],
      columns,
      async before(current) {
        const type = given['contact_type_id'];
        if (allowed || type === undefined || type === current['contact_type_id']) return;
        const started = await startedAutomations(context, {contactType: Number(type)});
        await gateAutomations(context, `Move ${named(contacts, current)} to another type`, started, allowed);
      },
    },
    given,
  );

/** A contact in the form that writing takes: the country reads as text, and is written as a number. */
export const asWritten = ({country, ...rest}: Loose): Loose => ({...rest, country: Number(country)});
