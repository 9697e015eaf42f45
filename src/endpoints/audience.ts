import {idOf, params, record, refers} from '../api/describe/operation.js';
import type {Param} from '../api/describe/schema.js';
import {isObject} from '../core/words/values.js';

/** A parameter that says who gets the mail: `Newsletter` where only one thing has that name, `list:Newsletter`, or the service's `contacts_3`. */
export const audience = {
  type: 'text',
  value: 'audience',
  kinds: {
    list: {from: () => import('./lists.js'), sent: 'contacts_', shown: 'list'},
    segment: {from: () => import('./segments.js'), sent: 'segments_', shown: 'segment'},
  },
} as const satisfies Omit<Param, 'help'>;

/** An audience by its kind: `list:Leads`, which was `type:Leads` once. */
export const todaysAudience = (text: string): string => text.replace(/^type:/, 'list:');

/** Audiences as a mailing contains them: `[{id: "3", table: "contacts_"}]`. */
export const targets = refers(audience.kinds, [record({id: 'text', table: 'text'})]);

/** An audience for writing: `{id: "3", table: "contacts_"}` becomes `contacts_3`; it may be text, or missing. */
export const audienceOf = (targets: unknown): string[] =>
  Array.isArray(targets)
    ? targets.map(target => (isObject(target) ? `${target['table']}${target['id']}` : String(target)))
    : [];

/** The parameters that mailings and automations have alike. */
export const sender = {...idOf('sender', 'Who it comes from', () => import('./senders.js')), option: 'from'} as const;

export const group = {
  ...idOf('group', 'Group that people can leave: those who left it do not get this mail', () => import('./groups.js')),
  option: 'group',
} as const;

export const template = {
  type: 'integer',
  required: true,
  from: () => import('./templates.js'),
  option: 'template',
  value: 'template',
} as const;

export const ownEmail = params({
  template_json: {type: 'text', help: 'Template as JSON, or @FILE; instead of HTML', value: 'json', rare: true},
  template_html: {
    type: 'text',
    help: 'Your own letter: a file of HTML or Markdown, or HTML',
    option: 'html',
    value: 'html',
  },
});
