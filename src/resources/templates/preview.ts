import {existsSync, readFileSync, realpathSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import type {InputOf, Params} from '../../api/describe/schema.js';
import {tagReads} from '../../checks/look-up.js';
import {type Context, command} from '../../commands/command.js';
import {refuseUntold} from '../../commands/command-formats.js';
import {type FilePlace, placeFor, writeAt} from '../../commands/file-place.js';
import {withMarks} from '../../commands/template-input.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as locations} from '../../endpoints/locations.js';
import {UsageError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import type {Mailing, Reader} from '../../preview/mailing.js';
import type {Written} from '../../system/whole-file.js';
import {knownTags} from './known-tags.js';
import {bodyReads, readBody} from './preview-source.js';
import {fromTemplates, namesFile} from './source.js';

const takes = {
  source: {
    type: 'text',
    required: true,
    offers: fromTemplates,
    help: 'An HTML or Markdown file, - for standard input, a template by id or name, or a mailing by name or code',
    value: 'file|template|mailing',
  },
  page: {type: 'text', value: 'file.html', help: 'Where to write the page; - for standard output'},
  contact: {
    type: 'integer',
    value: 'contact',
    help: 'Fill the tags from this contact, by id or address',
    from: () => import('../../endpoints/contacts.js'),
  },
  text: {type: 'flag', help: 'Print the text of the mail instead of making a page', decides: 'output'},
  open: {type: 'flag', help: 'Open the page in the browser', decides: 'output'},
} as const satisfies Params;

type Input = InputOf<typeof takes>;

export const previewCommand = command({
  summary: 'See a mailing as readers get it: in the inbox, on a desktop, on a phone',
  details:
    'Makes one page that works offline: the mail on a desktop and on a phone, light and dark, as plain text, and ' +
    'its line in the inbox.\n\nThe ((tags)) are filled from a contact, or with sample data. The page loads and ' +
    'runs nothing, so pictures from the web are missing. --text prints the text instead.\n\nWithout FILE.html, emk ' +
    'keeps the page in a private folder; --open opens it in the browser.',
  takes,
  args: ['source', 'page'],
  calls: [...bodyReads, ...tagReads, contacts.details, locations.all],
  gives: [
    {document: () => import('../../output/results/written-file.schema.js')},
    {document: () => import('../../preview/mail-text.schema.js')},
    'text',
  ],
  examples: [
    'emk templates preview may.html --open',
    'emk templates preview Newsletter page.html --contact bob@example.com',
    'emk templates preview Newsletter --text',
  ],
  async run(context, input) {
    const {page, open} = input;
    refuseOpposites(input);
    if (input.text) return textResult(await readMailing(context, input, await knownTags(context)));
    if (page === '-' && context.globals.out === undefined) refuseUntold(context.globals, 'the page');
    const place = page === undefined || page === '-' ? undefined : await previewPlace(context, page, input);
    const mailing = await readMailing(context, input, await knownTags(context));
    if (page === '-' || (page === undefined && context.globals.out !== undefined))
      return {kind: 'raw', body: (await import('../../preview/page.js')).previewPage(mailing)};
    const {dryRun} = context.globals;
    const {path, ...file} = await written(context, mailing, place);
    const opened = open && !dryRun ? await openIn(context, path) : false;
    const name = place?.name ?? path;
    const sentence = `The preview ${dryRun ? 'would be' : 'is'} in ${name}.`;
    return {kind: 'data', data: {path: name, ...file, opened}, text: '', sentence};
  },
});

function refuseOpposites({open, text, page}: Input): void {
  if (text && (page !== undefined || open))
    throw new UsageError('--text prints the text and makes no page.', {
      hint: `Remove --text, or remove ${page ?? '--open'}.`,
    });
}

async function textResult(mailing: Mailing): Promise<Result> {
  const {mailText, mailTextLines} = await import('../../preview/mailing.js');
  const data = mailText(mailing);
  return {kind: 'data', data, text: mailTextLines(data)};
}

/** Opens a page, or says that it must be opened by hand. */
async function openIn(context: Pick<Context, 'host' | 'globals' | 'notice'>, place: string): Promise<boolean> {
  const {openOutside} = await import('../../system/open-outside.js');
  const opened = await openOutside(context, place);
  if (!opened) context.notice('No browser was started.');
  return opened;
}

/** Everything that the page shows, read again. */
async function readMailing(context: Context, {source, contact}: Input, tags: readonly string[]): Promise<Mailing> {
  const read = await readBody(context, source);
  const body = {...read, html: await withMarks(read.html, read.about?.utm)};
  const {lintEmail} = await import('../shared/lint-email.js');
  return {...body, tags, findings: lintEmail(body, tags), reader: await readReader()};

  async function readReader(): Promise<Reader | undefined> {
    if (contact === undefined) return undefined;
    const {contactReader} = await import('../../preview/mailing.js');
    const namesCountry = [body.subject, body.preheader, body.html].some(text => text?.includes('country'));
    return contactReader(context, contact, namesCountry);
  }
}

type Kept = {readonly path: string} & Partial<Written>;

async function written({host, globals}: Context, mailing: Mailing, place: FilePlace | undefined): Promise<Kept> {
  if (place === undefined)
    return {path: await (await import('../../preview/keep-preview.js')).keepPreview(host, mailing)};
  if (globals.dryRun) return {path: place.path};
  const {previewPage} = await import('../../preview/page.js');
  return {path: place.path, ...(await writeAt(place, [previewPage(mailing)]))};
}

/** The place for a page. It may replace an older preview, but nothing else, and never the mail itself. */
async function previewPlace(context: Context, page: string, {source}: Input): Promise<FilePlace> {
  const path = resolve(context.host.cwd, page);
  const shown = resolve(context.host.cwd, source);
  if (!existsSync(path) || !statSync(path).isFile()) return placeFor(context, page);
  if (namesFile(context.host, source) && existsSync(shown) && realpathSync(shown) === realpathSync(path))
    throw new UsageError(`${page} is the email itself.`, {hint: 'Name another file for the preview.'});
  const {GENERATOR} = await import('../../preview/page.js');
  const isPreview = readFileSync(path, 'utf8').slice(0, 1000).includes(GENERATOR);
  return placeFor(context, page, isPreview || context.globals.overwrite || context.globals.dryRun);
}
