import type {Socket} from 'node:net';
import {openEnvelope} from '../api/answers/envelope.js';
import {toRequest} from '../api/describe/request.js';
import type {Account} from '../api/wire/account.js';
import type {Answer} from '../api/wire/answer.js';
import {proxyFor} from '../api/wire/proxy.js';
import type {Context} from '../commands/command.js';
import {operations} from '../endpoints/contact-types.js';
import {interruptedBy} from '../errors.js';
import {codeOf} from '../system/error-code.js';
import {DAY} from '../words/calendar.js';
import {addressesOf, type Handshake, openSocket, openTunnel, type Place, placeOf, shakeHands} from './connect.js';
import {failedLook, good, note, wrong} from './look.js';
import type {Look} from './looks.schema.js';

/** The way to the service, step by step, until one fails. Keys are sent only in the last, a read. */
export async function lookAtService(context: Context, account: Account): Promise<readonly Look[]> {
  const looks: Look[] = [];
  for await (const look of steps(context, account)) {
    looks.push(look);
    if (look.state === 'wrong') break;
  }
  return looks;
}

async function* steps(context: Context, account: Account): AsyncGenerator<Look> {
  const {baseUrl} = account;
  const service = placeOf(baseUrl);
  const proxy = proxyStep(context, baseUrl);
  yield proxy.look;
  const first = proxy.url === undefined ? service : placeOf(proxy.url);
  yield await step(
    context,
    {check: 'dns', fails: `No address was found for ${first.hostname}`, hint: checkName},
    async signal => {
      const addresses = await addressesOf(first, signal);
      return good('dns', `${first.hostname} is ${addresses.join(', ')}.`);
    },
  );
  let socket: Socket | undefined;
  try {
    yield await step(
      context,
      {check: 'connect', fails: `${first.hostname} does not answer on port ${first.port}`, hint: checkNetwork},
      async signal => {
        const began = performance.now();
        socket = await openSocket(first, signal);
        return good('connect', `${first.hostname} answers on port ${first.port}.`, {ms: since(began)});
      },
    );
    if (baseUrl.startsWith('https:')) yield await tlsStep(context, service, proxy.url, socket);
  } finally {
    socket?.destroy();
  }
  yield* readSteps(context, account);
}

const tlsStep = (context: Context, service: Place, proxyUrl: string | undefined, direct: Socket | undefined) =>
  step(
    context,
    {check: 'certificate', fails: `${service.hostname} does not speak TLS here`, hint: checkNetwork},
    async signal => {
      const socket = proxyUrl === undefined && direct ? direct : await openTunnel(proxyUrl ?? '', service, signal);
      return certificateLook(service.hostname, await shakeHands(socket, service, signal), context.host.now());
    },
  );

function proxyStep({host}: Context, baseUrl: string): {readonly look: Look; readonly url?: string} {
  try {
    const url = proxyFor(baseUrl, host.env);
    if (url === undefined) return {look: good('proxy', 'emk uses no proxy for this service.')};
    return {look: good('proxy', `Requests go through ${new URL(url).host}.`), url};
  } catch (error) {
    return {look: failedLook('proxy', error, 'Fix HTTPS_PROXY or HTTP_PROXY.')};
  }
}

/** One step with its time limit, and its failure in words. */
async function step(
  {host, globals}: Context,
  {check, fails, hint}: {readonly check: string; readonly fails: string; readonly hint: string},
  take: (signal: AbortSignal) => Promise<Look>,
): Promise<Look> {
  const late = AbortSignal.timeout(Math.min(globals.timeout ?? STEP_TIMEOUT, STEP_TIMEOUT));
  try {
    return await take(AbortSignal.any([late, host.interrupted]));
  } catch (error) {
    if (host.interrupted.aborted) throw interruptedBy(host.interrupted);
    const why = late.aborted ? 'no answer in time' : codeOf(error) || String(error);
    return wrong(check, `${fails} (${why}).`, hint);
  }
}

const STEP_TIMEOUT = 10_000;

/** A read with the keys, and what its answer says about the service's clock and limits. */
async function* readSteps(context: Context, account: Account): AsyncGenerator<Look> {
  const request = {...toRequest(operations.list, {}), effect: 'reads'} as const;
  const began = performance.now();
  let answer: Answer;
  try {
    answer = await context.connect(account).raw({request}, received => {
      openEnvelope(operations.list, received);
    });
  } catch (error) {
    yield failedLook('read', error, 'To see more: emk lists list --debug');
    return;
  }
  const status = `HTTP ${answer.status}`;
  yield good('read', `The service accepts the keys and answers (${status}).`, {ms: since(began)});
  yield limitLook(answer);
  yield clockLook(answer, context.host.now());
}

function clockLook({headers}: Answer, now: Date): Look {
  const there = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(there)) return note('clock', "The service's answer has no time.", 'There is nothing to do.');
  const ahead = Math.round((now.getTime() - there) / 1000);
  const facts = {seconds_ahead: ahead};
  if (Math.abs(ahead) <= CLOCKS_AGREE) return good('clock', "This machine's clock agrees with the service's.", facts);
  const away = Math.abs(ahead) < 7200 ? `${Math.abs(ahead)} s` : `${Math.round(Math.abs(ahead) / 3600)} h`;
  return wrong(
    'clock',
    `This machine's clock is ${away} ${ahead > 0 ? 'ahead of' : 'behind'} the service's.`,
    "Set this machine's clock: the service sends scheduled mailings by its own clock.",
    facts,
  );
}

/** In seconds: an answer's clock has no fractions, and the answer takes time to arrive. */
const CLOCKS_AGREE = 30;

function limitLook({headers}: Answer): Look {
  const limit = Number(headers['x-ratelimit-limit']);
  const left = Number(headers['x-ratelimit-remaining']);
  if (!(limit > 0) || Number.isNaN(left)) return good('rate limit', 'The service does not say.');
  const facts = {limit, left};
  const says = `${left} of ${limit} requests are left for now.`;
  return left > 0
    ? good('rate limit', says, facts)
    : note('rate limit', says, 'Wait a minute before the next request.', facts);
}

const since = (began: number): number => Math.round(performance.now() - began);

const checkName = 'Check the base URL and the name server, or whether this machine is online.';
const checkNetwork = 'Check the base URL, the network and its firewall; a proxy is named by HTTPS_PROXY.';

/** A service's certificate: its host, its expiry date, and whether emk accepts it. */
function certificateLook(hostname: string, {protocol, certificate, refusedFor}: Handshake, now: Date): Look {
  const [from, until] = [new Date(certificate.valid_from), new Date(certificate.valid_to)];
  const days = Math.floor((until.getTime() - now.getTime()) / DAY);
  const facts = {
    protocol,
    valid_from: dateOf(from),
    valid_until: dateOf(until),
    days_left: days,
    issuer: [certificate.issuer?.O ?? certificate.issuer?.CN ?? ''].flat()[0] ?? '',
  };
  const dates = `valid from ${dateOf(from)} to ${dateOf(until)}`;
  if (refusedFor !== undefined) {
    return wrong(
      'certificate',
      `The certificate of ${hostname}, ${dates}, is not accepted (${refusedFor}).`,
      "Check the base URL and this machine's clock. For a company certificate, set NODE_EXTRA_CA_CERTS.",
      facts,
    );
  }
  const says = `The certificate of ${hostname} is ${dates} (${protocol}).`;
  return days < SOON
    ? note('certificate', says, `It expires in ${days} days: tell the people who run the service.`, facts)
    : good('certificate', says, facts);
}

/** In days. Automatic renewal happens earlier than this. */
const SOON = 14;

const dateOf = (date: Date): string =>
  Number.isNaN(date.getTime()) ? 'an unknown day' : date.toISOString().slice(0, 10);
