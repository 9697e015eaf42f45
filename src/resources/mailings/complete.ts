import {recordOfList} from '../../checks/look-up.js';
import type {Context} from '../../commands/command.js';
import {operations as templates} from '../../endpoints/templates.js';
import {plainText} from '../../html/plain-text.js';

type Given = {
  readonly single_send_name?: string | undefined;
  readonly subject?: string | undefined;
  readonly preheader?: string | undefined;
  readonly template_id?: number | undefined;
  readonly template_html?: string | null | undefined;
  readonly template_json?: string | null | undefined;
};

/** A new mailing with what it need not say: its name is its subject, and its preheader the first sentence of its letter. */
export async function withNameAndPreheader<G extends Given>(context: Context, given: G): Promise<G> {
  const {single_send_name = nameOf(given.subject), preheader = await beginningOf(context, given)} = given;
  return {
    ...given,
    ...(single_send_name !== undefined && {single_send_name}),
    ...(preheader !== undefined && {preheader}),
  };
}

/** A subject without tags, which would mean nothing in a list of mailings. */
function nameOf(subject: string | undefined): string | undefined {
  const name = subject
    ?.replaceAll(/(?:\b(?:for|to|from|of|with|and)\s+)?\(\([^()]*\)\)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,]+|[\s,]+$/g, '');
  return name === '' ? subject : name;
}

/** The first sentence of the letter; only the service can draw a template in JSON. */
async function beginningOf(
  context: Context,
  {template_id: id, template_html: html, template_json: json}: Given,
): Promise<string | undefined> {
  if (json) return undefined;
  const body = html ?? (id === undefined ? undefined : (await recordOfList(context, templates.list, id))?.html_code);
  const lines = plainText(body ?? '', {addresses: false})
    .split('\n')
    .map(line => line.replaceAll(/\s+/g, ' ').trim())
    .filter(line => /\p{L}/u.test(line));
  const line = lines.find(each => SENTENCE.test(each)) ?? lines[0];
  const sentence = SENTENCE.exec(line ?? '')?.[0] ?? line;
  return sentence?.slice(0, LONGEST);
}

const SENTENCE = /^.*?[.!?\u2026](?=\s|$)/u;

/** Inboxes show less than this. */
const LONGEST = 150;
