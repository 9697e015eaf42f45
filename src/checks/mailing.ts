import type {OperationInput} from '../api/describe/operation.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {group} from '../endpoints/groups.js';
import type {operations} from '../endpoints/mailings.js';
import type {Zones} from '../records/dates/clock.js';
import type {Audience} from './audience.js';
import type {Email, ReferredRecord} from './email.js';
import type {Moment} from './moment.js';
import type {RecipientLimits} from './options.js';
import type {OtherSend} from './other-sends.js';

/** A mailing in the form in which it is submitted. */
export type SendForm = Omit<OperationInput<typeof operations.create>, keyof Moment>;

/** A mailing before it is sent, and everything that the checks need from the account. It is read once. */
export type Mailing = Email & {
  readonly name: string;
  readonly group: ReferredRecord<RecordOf<typeof group>>;
  readonly audience: Audience;
  /** Undefined if no moment was chosen yet. */
  readonly moment: Moment | undefined;
  readonly clock: Date;
  readonly zones: Zones;
  readonly limits: RecipientLimits;
  /** Mailings with the same name or subject, within days of this one. */
  readonly others: readonly OtherSend[];
  readonly status: number | undefined;
};
