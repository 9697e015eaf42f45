import type {RecordOf} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {findRecord} from '../../commands/find-record.js';
import {parseReference} from '../../commands/record-reference.js';
import mailings, {type mailing, operations as sends} from '../../endpoints/mailings.js';
import {operations as senders} from '../../endpoints/senders.js';
import templates, {operations as designs} from '../../endpoints/templates.js';
import {NotFoundError, UsageError} from '../../errors.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import type {Mailing, Sender} from '../../preview/mailing.js';
import {asWritten, findTemplate, htmlOf, namesFile, readEmailFile, type Template, templateInWords} from './source.js';

type Send = RecordOf<typeof mailing>;

/** A mailing without what is added to each: its findings, its tags and its reader. */
type Body = Pick<Mailing, 'name' | 'subject' | 'preheader' | 'sender'> & MadeEmail;

/** Reads what a person wants to see: a file of HTML or Markdown, a template or an existing mailing. */
export async function readBody(context: Context, given: string): Promise<Body> {
  if (namesFile(context.host, given)) {
    const email = await readEmailFile(context, given);
    return {...email.about, name: given === '-' ? 'Standard input' : given, ...email};
  }
  const [template, send] = await findEither(context, given);
  if (template) return {name: templateInWords(template), ...asWritten(htmlOf(template))};
  return bodyOfSend(context, send);
}

/** The operations that this reads. */
export const bodyReads = [designs.list, sends.list, senders.list] as const;

/** The template or mailing that a text names; a number is always a template's id. */
async function findEither(context: Context, given: string): Promise<[Template, undefined] | [undefined, Send]> {
  if (/^(?:id:\s*)?\d+$/.test(given)) return [await findTemplate(context, given), undefined];
  const template = (await findRecord(context, templates, given)) as Template | undefined;
  const send = (await findRecord(context, mailings, given)) as Send | undefined;
  if (template && send) {
    throw new UsageError(`"${given}" may mean template ${template.id} or mailing ${send.utr}.`, {
      hint: "Give the template's id or the mailing's code.",
    });
  }
  if (template) return [template, undefined];
  if (send) return [undefined, send];
  throw new NotFoundError(`There is no file, template or mailing called "${parseReference(given).text}".`, {
    hint: 'To see the templates: emk templates list\nTo see the mailings: emk mailings list',
  });
}

async function bodyOfSend({call}: Context, send: Send): Promise<Body> {
  const {single_send_name: name, subject, preheader, template_id, template_html, template_json} = send;
  const shown = {name: `Mailing "${name}"`, subject, preheader, sender: await senderOf({call}, send)};
  if (template_html) return {...shown, ...asWritten(template_html)};
  if (template_json) {
    throw new UsageError(`Mailing "${name}" has a JSON design, which only the service can show.`, {
      hint: "Open it in the service's editor.",
    });
  }
  const template = (await call(designs.list)).find(({id}) => id === template_id);
  if (!template) {
    throw new NotFoundError(`Mailing "${name}" uses template ${template_id}, which is not in the account.`, {
      hint: 'To see the templates: emk templates list',
    });
  }
  return {...shown, ...asWritten(htmlOf(template))};
}

/** The sender as saved in the mailing, or else as it is in the account now. */
async function senderOf({call}: Pick<Context, 'call'>, send: Send): Promise<Sender> {
  const {sender_id, from_sender, sender_name, sender_address} = send;
  const sender =
    sender_name && sender_address ? undefined : (await call(senders.list)).find(({id}) => id === sender_id);
  return {
    name: sender_name ?? sender?.from_name ?? '',
    email: from_sender ?? sender?.from_email ?? '',
    postalAddress: sender_address ?? sender?.company_address ?? '',
  };
}
