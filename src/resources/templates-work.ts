import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Kinds, RecordOf} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {resolveOfKinds, resolveRecord} from '../commands/find-record.js';
import {ConfigError, NotFoundError, UnreachableError, UsageError} from '../core/errors.js';
import {tellingFileTrouble} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {readInput} from '../core/system/read-input.js';
import {writeWhole} from '../core/system/whole-file.js';
import {counted} from '../core/words/sentence.js';
import mailings, {type MailingRecord} from '../endpoints/mailings.js';
import {operations as senders} from '../endpoints/senders.js';
import templates, {operations as designs, documentedTags, type template} from '../endpoints/templates.js';
import {emailOf, isMarkdown, readTags} from '../letters/markdown/letter-input.js';
import type {MadeEmail} from '../letters/markdown/make-email.js';
import type {Sender, ShownMailing} from '../letters/preview/page.js';

type TemplateRecord = RecordOf<typeof template>;

/** A template of the account, by id or name. */
export const findTemplate = async (context: Pick<Context, 'stream'>, given: string): Promise<TemplateRecord> =>
  (await resolveRecord(context, templates, given)) as TemplateRecord;

/** Whether a text names a file rather than a record. An existing file wins, unless its name is a bare number. */
export const namesFile = ({cwd}: Pick<Host, 'cwd'>, given: string): boolean =>
  given === '-' || (!/^\d+$|^(?:id|name):/.test(given) && (looksLikePath(given) || existsSync(resolve(cwd, given))));

/** The templates that a parameter can name. */
export const fromTemplates = async (): Promise<{readonly default: typeof templates}> => ({default: templates});

/** The mail in a file of HTML or Markdown, or on standard input for `-`, which is HTML. */
const readEmailFile = async (context: Pick<Context, 'host' | 'globals'>, given: string): Promise<MadeEmail> =>
  emailOf(given, await readText(context.host, given), context);

const asWritten = (html: string): MadeEmail => ({html, placeOf: place => place});

/** The text of a file, or of standard input for `-`. Bytes that are not UTF-8 are lost, as in a mail. */
async function readText(host: Host, given: string): Promise<string> {
  if (given === '-' && host.stdin.isTTY) {
    throw new UsageError('Standard input is empty.', {hint: 'Pipe the HTML in, or name a file.'});
  }
  const path = given === '-' ? '-' : resolve(host.cwd, given);
  if (path !== '-' && !existsSync(path)) {
    throw new UsageError(`There is no file ${given}.`, {
      hint: 'Check the path. To see the templates: emk templates list',
    });
  }
  return String(await readInput(host, path, given === '-' ? 'Standard input' : given)).replace(/^\ufeff/, '');
}

/** A template's HTML. A template without HTML was designed in the service's editor, and its design is JSON. */
function htmlOf(template: TemplateRecord): string {
  const {id, html_code, json_code} = template;
  if (html_code) return html_code;
  throw new UsageError(`${templateInWords(template)} has no HTML.`, {
    hint: json_code ? `It has JSON: emk templates show ${id} -o json` : 'It is empty.',
  });
}

const templateInWords = ({id, template_name}: TemplateRecord): string => `Template ${id} "${template_name}"`;

const looksLikePath = (given: string): boolean =>
  /^\.{0,2}[\\/]|^[a-z]:[\\/]|\.(?:html?|xhtml|md|markdown|mjml|[jt]sx)$/i.test(given);

/** A mailing without what is added to each: its findings, its tags and its reader. */
type ShownBody = Pick<ShownMailing, 'name' | 'subject' | 'preheader' | 'sender'> & MadeEmail;

/** Reads what a person wants to see: a file of HTML or Markdown, a template or an existing mailing. */
export async function readBody(context: Context, given: string): Promise<ShownBody> {
  if (namesFile(context.host, given)) {
    const email = await readEmailFile(context, given);
    return {...email.about, name: given === '-' ? 'Standard input' : given, ...email};
  }
  const [, kind, name = given] = /^(template|mailing):(.+)$/s.exec(given) ?? [];
  if (kind === 'mailing') return bodyOfSend(context, (await resolveRecord(context, mailings, name)) as MailingRecord);
  // A number is always a template's id.
  if (kind === 'template' || /^(?:id:\s*)?\d+$/.test(given)) return bodyOfTemplate(await findTemplate(context, name));
  const {word, record} = await resolveOfKinds(context, templatesAndMailings, given);
  return word === 'template' ? bodyOfTemplate(record as TemplateRecord) : bodyOfSend(context, record as MailingRecord);
}

const templatesAndMailings: Kinds = {
  template: {from: fromTemplates, sent: '', shown: ''},
  mailing: {from: async () => ({default: mailings}), sent: '', shown: ''},
};

const bodyOfTemplate = (template: TemplateRecord): ShownBody => ({
  name: templateInWords(template),
  ...asWritten(htmlOf(template)),
});

async function bodyOfSend({call}: Context, send: MailingRecord): Promise<ShownBody> {
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
async function senderOf({call}: Pick<Context, 'call'>, send: MailingRecord): Promise<Sender> {
  const {sender_id, from_sender, sender_name, sender_address} = send;
  const sender =
    sender_name && sender_address ? undefined : (await call(senders.list)).find(({id}) => id === sender_id);
  return {
    name: sender_name ?? sender?.from_name ?? '',
    email: from_sender ?? sender?.from_email ?? '',
    postalAddress: sender_address ?? sender?.company_address ?? '',
  };
}

/** The tags that mail can use. Without an account, as in a check before a commit, those of every account. */
export async function knownTags(context: Pick<Context, 'call' | 'notice'>): Promise<readonly string[]> {
  try {
    return await readTags(context);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnreachableError)) throw error;
    context.notice('emk could not read the custom fields of the account, so it reports their tags as unknown.');
    return documentedTags;
  }
}

/**
 * Replaces what was meant as a tag in a file with the tags of the service, and shows the lines before and after. Returns
 * whether the file changed.
 */
export async function repairEmail(context: Context, file: string, tags: readonly string[]): Promise<boolean> {
  const {globals, host, notice} = context;
  // Nothing changes unseen, with --quiet either.
  const show = globals.quiet ? context.warn : notice;
  const before = await textOf(context, file);
  // Bytes that are not UTF-8 would be lost.
  if (before.includes('\ufffd')) return false;
  const {repairTags} = await import('../letters/html/tags.js');
  const {markdownForReaders, textForReaders} = await import('../letters/html/read-text.js');
  const repair = repairTags(before, isMarkdown(file) ? markdownForReaders(before) : textForReaders(before), tags);
  if (!repair) return false;
  show(differenceOf(file, before, repair.text));
  if (globals.dryRun) {
    notice(`A dry run: ${file} was not changed.`);
    return false;
  }
  const path = resolve(host.cwd, file);
  await tellingFileTrouble(() => writeWhole(path, [repair.text]));
  notice(`emk replaced ${counted(repair.places, 'tag')} in ${file}.`);
  return true;
}

const textOf = async ({host}: Pick<Context, 'host'>, file: string): Promise<string> =>
  String(await readInput(host, resolve(host.cwd, file), file));

/** The changed lines of a file, before and after. No repair spans lines, so both texts have the same. */
function differenceOf(file: string, before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changed = old.flatMap((line, index) =>
    line === now[index] ? [] : [`  ${file}, line ${index + 1}`, `  - ${line}`, `  + ${now[index]}`],
  );
  return ['What changes:', ...changed].join('\n');
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);
