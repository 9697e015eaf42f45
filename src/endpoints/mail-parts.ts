import {idOf, params} from '../api/describe/notation.js';

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
