import type {Finding} from '../records/fields/finding.schema.js';

/** The checks of one email, by the stable names for lists and for `--force`. */
export const emailCheckNames = [
  'sender-exists',
  'sender-verified',
  'subject',
  'length',
  'shouting',
  'template-exists',
  'blank-template',
  'both-template-forms',
  'not-html',
] as const;

export const mailingCheckNames = [
  'preheader',
  'group-exists',
  'audience-exists',
  'audience-empty',
  'audience-excluded',
  'unsubscribed',
  'recipient-limit',
  'tag-without-value',
  'moment-past',
  'odd-hour',
  'same-name',
  'same-subject',
  'running',
] as const;

export const automationCheckNames = ['no-emails', 'group-exists', 'audience-exists', 'audience-empty'] as const;

/** The checks of texts and HTML, by their names in the linter. */
export const bodyCheckNames = [
  'broken-tag',
  'empty',
  'example-domain',
  'external-stylesheet',
  'filler-text',
  'foreign-tag',
  'form',
  'hidden-text',
  'hidden-unsubscribe',
  'iframe',
  'image-alt',
  'image-broken',
  'image-data',
  'image-empty',
  'image-http',
  'image-localhost',
  'image-relative',
  'link-blank',
  'link-broken',
  'link-empty',
  'link-http',
  'link-localhost',
  'link-no-text',
  'link-other-domain',
  'link-relative',
  'linked-image-alt',
  'little-text',
  'lost-characters',
  'mail-programs',
  'no-address',
  'no-charset',
  'no-lang',
  'no-title',
  'no-unsubscribe',
  'script',
  'too-big',
  'too-wide',
  'unclosed',
  'unknown-tag',
] as const;

export type EmailCheckName = (typeof emailCheckNames)[number];
export type MailingCheckName = (typeof mailingCheckNames)[number];
export type AutomationCheckName = (typeof automationCheckNames)[number];

/** A finding before the name of its check is added. */
export type CheckFinding = Omit<Finding, 'check'>;

/** A problem that blocks sending. */
export const error = (says: string, hint?: string): CheckFinding => ({
  level: 'error',
  says,
  ...(hint !== undefined && {hint}),
});

/** A problem that a person should know before sending. */
export const warning = (says: string, hint?: string): CheckFinding => ({...error(says, hint), level: 'warning'});
