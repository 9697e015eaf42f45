import {EmkError, UsageError} from '../../core/errors.js';
import {jsonOrNothing, onlyText} from '../../core/words/values.js';
import {answerFrom} from '../account/account.js';
import {type Answer, answerInJson, failed} from '../account/answer.js';
import {accountTime, parseClock, parseSpan, readClock, setClock, stepClock} from '../account/clock.js';
import type {Form} from '../service/behaviour.js';
import {deliveriesOf} from '../service/mail.js';
import {settingsWith} from '../service/settings.js';
import {faultsFrom} from './faults.js';
import {MalformedForm, parseForm} from './form.js';
import {forgetRequests, loggedRequests} from './log.js';
import type {Received, Serving} from './reply.js';

/**
 * Answers questions about the sandbox itself: its log, its clock, its faults, its mail. That it is there anybody may
 * ask, as container tools do without keys: it listens only once its account is complete.
 */
export async function answerControl(serving: Serving, asked: Received): Promise<Answer> {
  const route = `${asked.method} ${asked.path}`;
  if (route === 'GET /__health') return answered({ready: true});
  // No web page that a person happens to open can send this header.
  if (asked.headers['secretkey'] !== serving.keys.secretKey)
    return failed("Send the account's secret key in the header SecretKey.", 401);
  const control = controls[route];
  try {
    if (route === 'GET /__mail') return await mailOf(serving, await inputOf(asked));
    if (control) return answered(await control(serving, await inputOf(asked)));
    const routes = ['GET /__health', 'GET /__mail', ...Object.keys(controls)].join(', ');
    return failed(`The sandbox answers ${routes}.`, 404);
  } catch (error) {
    if (error instanceof MalformedForm) return failed(error.message, 422);
    if (!(error instanceof EmkError)) throw error;
    return failed([error.message, error.hint].filter(Boolean).join(' '), 422);
  }
}

const answered = (message: object): Answer => answerInJson(200, {status: 'success', message});

const controls: {readonly [route: string]: (serving: Serving, input: Form) => Promise<object>} = {
  'POST /__reset': async serving => {
    if (!serving.reset) throw new UsageError('This sandbox cannot be reset.');
    await serving.reset();
    return clockOf(serving);
  },
  'GET /__log': async ({store}, {limit}) => ({
    requests: await store.transaction(db => loggedRequests(db, countOf(limit, 'GET /__log?limit=5'))),
  }),
  'DELETE /__log': async ({store}) => {
    await store.transaction(forgetRequests);
    return {requests: []};
  },
  'GET /__clock': async serving => clockOf(serving),
  'POST /__clock': async (serving, input) => {
    await turn(serving, input);
    return clockOf(serving);
  },
  'GET /__faults': async serving => faultsOf(serving),
  'POST /__faults': async (serving, input) => {
    const given = [input['fault'], input['faults']].flat().filter(text => typeof text === 'string');
    if (given.length === 0) throw new UsageError('The fault is missing.', {hint: 'Send it as the field "fault".'});
    serving.faults.add(...faultsFrom(given, serving.operations.values()));
    return faultsOf(serving);
  },
  'DELETE /__faults': async serving => {
    serving.faults.clear();
    return faultsOf(serving);
  },
};

/** Answers with the simulated mail. There may be a hundred thousand mails, so they are read while they are sent. */
async function mailOf(serving: Serving, {utr, to, limit}: Form): Promise<Answer> {
  const newest = countOf(limit, 'GET /__mail?limit=5');
  return answerFrom(serving, db => ({
    head: '{"status":"success","message":{"deliveries":[',
    records: deliveriesOf(db, {utr: onlyText(utr), to: onlyText(to), newest}),
    tail: ']}}',
  }));
}

async function inputOf({method, query, headers, bytes}: Received): Promise<Form> {
  const type = headers['content-type'];
  if (method !== 'POST') return Object.fromEntries(new URLSearchParams(query));
  if (!type?.startsWith('application/json')) return (await parseForm(type, bytes, settingsWith())).form;
  const read = jsonOrNothing(bytes.toString());
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Form;
  throw new UsageError('The body is not a JSON object.', {hint: 'For example: {"by":"1h"}'});
}

function countOf(text: Form[string] | undefined, example: string): number | undefined {
  if (text === undefined || text === null || text === '') return undefined;
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`"${String(text)}" is not a whole number.`, {hint: `For example: ${example}`});
}

async function turn({store, realNow}: Serving, {by, at, clock}: Form): Promise<void> {
  await store.transaction(db => {
    if (typeof clock === 'string') setClock(db, parseClock(clock), realNow());
    else if (typeof at === 'string') stepClock(db, {at: new Date(at)}, realNow());
    else if (by !== undefined && by !== null) stepClock(db, {by: parseSpan(String(by))}, realNow());
    else throw new UsageError('The new time is missing.', {hint: 'Send by=1h, at=<time> or clock=x60.'});
  });
}

const clockOf = async ({store, realNow}: Serving): Promise<object> =>
  store.transaction(db => ({
    clock: {now: accountTime(db, realNow()).toISOString(), speed: readClock(db, realNow()).speed},
  }));

const faultsOf = ({faults}: Serving): object => ({
  faults: faults.list().map(({fault, left}) => ({fault: fault.text, left: left ?? null})),
});
