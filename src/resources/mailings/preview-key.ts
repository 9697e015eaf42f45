import {peopleInWords} from '../../checks/audience.js';
import type {Mailing} from '../../checks/mailing.js';
import type {LookFirst} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import type {Finding} from '../../records/fields/finding.schema.js';

/** The key that opens a preview before a mailing is confirmed. Only the service can draw a template in JSON. */
export function previewOf(
  context: Pick<Context, 'host' | 'globals' | 'notice'>,
  mailing: Mailing,
  findings: readonly Finding[],
): LookFirst | undefined {
  const {html, json, template, sender} = mailing;
  const body = html ?? template.record?.html_code;
  if (!body || (json && !html)) return undefined;
  return {
    key: 'p',
    does: 'to preview',
    async run() {
      const {openPreview} = await import('../../preview/open-preview.js');
      const shown = {
        name: mailing.name,
        subject: mailing.subject,
        preheader: mailing.preheader,
        html: body,
        sender: sender.record && {
          name: sender.record.from_name,
          email: sender.record.from_email,
          postalAddress: sender.record.company_address,
        },
        audience: peopleInWords(mailing.audience),
        tags: mailing.tags,
        findings,
      };
      await openPreview(context, shown);
    },
  };
}
