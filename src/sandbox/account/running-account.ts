import type {Operation} from '../../api/describe/schema.js';
import type {Service} from '../service/service.js';
import type {Settings} from '../service/settings.js';
import type {Store} from './store.js';

/** An account together with its database. */
export type RunningAccount = {
  readonly store: Store;
  readonly service: Service;
  readonly settings: Settings;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The real time, from which the account's own clock is calculated. */
  readonly realNow: () => Date;
};
