import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import type {RecordOf} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {resolveRecord} from '../../commands/find-record.js';
import {emailOf} from '../../commands/template-input.js';
import templates, {type template} from '../../endpoints/templates.js';
import {UsageError} from '../../errors.js';
import type {MadeEmail} from '../../markdown/make-email.js';
import type {Host} from '../../system/host.js';
import {readInput} from '../../system/read-input.js';

export type Template = RecordOf<typeof template>;

/** A template of the account, by id or name. */
export const findTemplate = async (context: Pick<Context, 'stream'>, given: string): Promise<Template> =>
  (await resolveRecord(context, templates, given)) as Template;

/** Whether a text names a file rather than a record. An existing file wins, unless its name is a bare number. */
export const namesFile = ({cwd}: Pick<Host, 'cwd'>, given: string): boolean =>
  given === '-' || (!/^\d+$|^(?:id|name):/.test(given) && (looksLikePath(given) || existsSync(resolve(cwd, given))));

/** The templates that a parameter can name. */
export const fromTemplates = async (): Promise<{readonly default: typeof templates}> => ({default: templates});

/** The mail in a file of HTML or Markdown, or on standard input for `-`, which is HTML. */
export const readEmailFile = async (context: Pick<Context, 'host' | 'globals'>, given: string): Promise<MadeEmail> =>
  emailOf(given, await readText(context.host, given), context);

export const asWritten = (html: string): MadeEmail => ({html, placeOf: place => place});

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
export function htmlOf(template: Template): string {
  const {id, html_code, json_code} = template;
  if (html_code) return html_code;
  throw new UsageError(`${templateInWords(template)} has no HTML.`, {
    hint: json_code ? `It has JSON: emk templates save ${id} ${id}.json` : 'It is empty.',
  });
}

export const templateInWords = ({id, template_name}: Template): string => `Template ${id} "${template_name}"`;

const looksLikePath = (given: string): boolean =>
  /^\.{0,2}[\\/]|^[a-z]:[\\/]|\.(?:html?|xhtml|md|markdown|mjml|[jt]sx)$/i.test(given);
