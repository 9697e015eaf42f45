import {resolve} from 'node:path';
import {emptyIfNotFound} from '../../api/answers/record-sources.js';
import type {Client} from '../../api/client/client.js';
import {notTogether, UsageError} from '../../core/errors.js';
import {codeOf} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {readInput} from '../../core/system/read-input.js';
import {isLetterFile} from '../../core/words/values.js';
import {operations as fields} from '../../endpoints/fields.js';
import {documentedTags, operations as templates} from '../../endpoints/templates.js';
import {excerpt, isHtml} from '../html/text.js';
import type {FrontMatter} from './front-matter.js';
import type {MadeEmail} from './make-email.js';

/** Where files are, and the words that a Markdown letter gets. */
type ReadingLetter = {readonly host: Host; readonly globals: {readonly unsubscribeWord: string | undefined}};

type Templates = {
  readonly template_json?: string | undefined;
  readonly template_html?: string | undefined;
};

/** The input with its template read: a file becomes its text, `@-` standard input, and Markdown HTML. */
export async function withTemplate<I extends Templates>(reading: ReadingLetter, input: I): Promise<I> {
  const {template_json: json, template_html: html} = input;
  if (json !== undefined && html !== undefined) throw notTogether('--template-json', '--html');
  return {
    ...input,
    ...(html !== undefined && {template_html: await htmlOf(reading, html)}),
    ...(json !== undefined && json !== '' && {template_json: await jsonOf(reading.host, json)}),
  };
}

/** Throws if the template of a line cannot be read. Standard input is read only once, when the command runs. */
export async function checkTemplate(reading: ReadingLetter, {template_json, template_html}: Templates): Promise<void> {
  if (template_json !== '@-' && template_html !== '@-') await withTemplate(reading, {template_json, template_html});
}

/** The tags that the service fills in mail of this account: those that it lists, and the account's own fields. */
export async function readTags({call}: Pick<Client, 'call'>): Promise<readonly string[]> {
  const listed = await call(templates.tags).catch(emptyIfNotFound);
  const own = await call(fields.custom).catch(emptyIfNotFound);
  return [...new Set([...(listed.length > 0 ? listed : documentedTags), ...own.map(({field_name}) => field_name)])];
}

/** A mail as HTML, with the source position of its parts; Markdown becomes HTML. */
export async function emailOf(
  name: string,
  text: string,
  {globals}: Pick<ReadingLetter, 'globals'>,
): Promise<MadeEmail> {
  if (!isMarkdown(name)) {
    // The service would mail any text, such as a file's name without its @.
    if (text !== '' && !isHtml(text))
      throw new UsageError(`${name || '--html'} holds no HTML, but "${excerpt(text)}".`, {
        hint: 'Give HTML, --html "<p>Hello</p>", or its file: --html @may.html',
      });
    return {html: text, placeOf: place => place};
  }
  const {makeEmail} = await import('./make-email.js');
  return makeEmail(text, name, globals.unsubscribeWord);
}

/** What a Markdown letter says about itself, as the options that would say it. */
export async function optionsInLetter(
  host: Host,
  {template_html: html}: {readonly [option: string]: unknown},
): Promise<ReturnType<typeof asOptions>> {
  if (typeof html !== 'string' || !isMarkdown(html)) return {};
  const file = atFile(html);
  const {readFrontMatter} = await import('./front-matter.js');
  return asOptions(readFrontMatter(await textOf(host, file), file.slice(1)).given);
}

/** The front matter of a letter in the names of options. Its language is for the HTML alone. */
const asOptions = ({name, language: _, ...given}: FrontMatter): {readonly [option: string]: string} => ({
  ...given,
  ...(name !== undefined && {single_send_name: name}),
});

async function htmlOf(reading: ReadingLetter, html: string): Promise<string> {
  const file = atFile(html);
  const text = await textOf(reading.host, file);
  return (await emailOf(file.startsWith('@') ? file.slice(1) : '', text, reading)).html;
}

/** The file of a letter needs no @ in front. */
const atFile = (html: string): string => (isLetterFile(html) && !html.startsWith('@') ? `@${html}` : html);

/** Whether a text is the path of a Markdown file. */
export const isMarkdown = (text: string): boolean => /^[^\n<>{}]+\.(?:md|markdown)$/i.test(text);

async function jsonOf(host: Host, json: string): Promise<string> {
  const text = await textOf(host, json);
  try {
    JSON.parse(text);
  } catch (cause) {
    const hint = 'Fix the JSON, give its file as @design.json, or use --html for HTML.';
    throw new UsageError(`--template-json is not JSON: ${(cause as Error).message}.`, {hint, cause});
  }
  return text;
}

async function textOf(host: Host, value: string): Promise<string> {
  if (!value.startsWith('@')) return value;
  const name = value.slice(1);
  if (name === '-') return String(await readInput(host, '-', 'Standard input'));
  const bytes = await readInput(host, resolve(host.cwd, name), name).catch(cause => {
    if (!/^E[A-Z]+$/.test(codeOf(cause))) throw cause;
    throw new UsageError(`emk cannot read the file ${name}.`, {hint: 'Check the path.', cause});
  });
  return String(bytes);
}
