import type {OperationInput} from '../api/describe/operation.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {operations} from '../endpoints/single-sends.js';
import type {group} from '../endpoints/unsubscribe-groups.js';
import type {Zones} from '../records/dates/service-clock.js';
import type {Audience} from './audience.js';
import type {Email, ReferredRecord} from './email.js';
import type {Moment} from './moment.js';
import type {RecipientLimits} from './options.js';
import type {OtherSend} from './other-sends.js';

/** A send as its form has it, which is what will go out. */
export type SendForm = Omit<OperationInput<typeof operations.create>, keyof Moment>;

/** A mailing before it goes out, with everything of the account that the checks look at. It is read once. */
export type Mailing = Email & {
  readonly name: string;
  readonly group: ReferredRecord<RecordOf<typeof group>>;
  readonly audience: Audience;
  /** Undefined where nobody has said yet when it goes out. */
  readonly moment: Moment | undefined;
  readonly clock: Date;
  readonly zones: Zones;
  readonly limits: RecipientLimits;
  /** Sends of the same name or subject that went out, or go out, within days of this one. */
  readonly others: readonly OtherSend[];
  /** The state of a send that is in the account already. */
  readonly status: number | undefined;
};
