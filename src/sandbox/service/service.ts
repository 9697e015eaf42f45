import {behaviourOf, isModelled} from './behaviours.js';
import {designOf} from './design.js';
import {bringUpToDate} from './life/life.js';
import {deliveriesOf} from './mail.js';
import {schema} from './schema.js';
import {growCrowd} from './seed/crowd.js';
import {seedAccount} from './seed/seed.js';

/** What an account needs of the service, as one value: it is large, so it is loaded only when an account is opened. */
export const service = {schema, seedAccount, growCrowd, bringUpToDate, behaviourOf, isModelled, deliveriesOf, designOf};

export type Service = typeof service;
