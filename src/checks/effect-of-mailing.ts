import {type Effect, effectOf} from '../effect/effect.js';
import mailings from '../endpoints/mailings.js';
import type {Mailing} from './mailing.js';
import {momentAsSent} from './moment.js';

/** What sending a mailing does: whom it mails, and when. The question, a limit and a digest read the same. */
export const effectOfMailing = ({audience, moment}: Pick<Mailing, 'audience' | 'moment'>): Effect<'sends'> =>
  effectOf('sends', mailings, 1, {
    people: {mailed: {count: audience.people, who: audience.who}},
    at: moment === undefined ? 'unknown' : moment.schedule_type === 0 ? 'now' : momentAsSent(moment),
  });
