import type {RecordOf} from '../api/describe/schema.js';
import type {sender} from '../endpoints/senders.js';
import type {template} from '../endpoints/templates.js';

/** A record that an id refers to; undefined if the account does not have it. */
export type ReferredRecord<R> = {readonly id: number; readonly record: R | undefined};

/** One email as it would be sent, and everything that a check of it needs from the account. */
export type Email = {
  readonly subject: string;
  /** Undefined for the emails of automations, which have no preheader. */
  readonly preheader: string | undefined;
  readonly sender: ReferredRecord<RecordOf<typeof sender>>;
  readonly template: ReferredRecord<RecordOf<typeof template>>;
  readonly html: string | undefined;
  readonly json: string | undefined;
  readonly tags: readonly string[];
};

/** The body of an email: the given one, or else the template's. */
export const bodyOf = ({html, json, template}: Email): string => html || json || template.record?.html_code || '';
