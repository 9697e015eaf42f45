import {openPages, type PageAnswer, type Pages} from '../../api/wire/pages.js';
import type {Context} from '../../commands/command.js';
import {interruptedBy, UnreachableError} from '../../errors.js';
import {codeOf} from '../../system/error-code.js';
import {concurrently} from '../../work/concurrently.js';

/** What an address answered in the end, after its redirects; or why it gave no answer. */
export type Followed =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly type: string | undefined;
      /** Where the last redirect led; the address itself without one. */
      readonly end: string;
      /** The statuses of the redirects. */
      readonly redirects: readonly number[];
    }
  | {readonly kind: 'silent'; readonly why: string; readonly hasServer: boolean};

/** Asks for addresses, some at a time and all within a time limit, and follows where they lead. */
export async function followAddresses(
  {host, globals, progress}: Pick<Context, 'host' | 'globals' | 'progress'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Followed>> {
  const longest = globals.maxWait ?? LONGEST;
  const late = AbortSignal.timeout(longest);
  const limits = {timeout: globals.timeout ?? TIMEOUT, signal: AbortSignal.any([late, host.interrupted])};
  const pages = openPages(host);
  let done = 0;
  const look = async (address: string): Promise<readonly [string, Followed]> => {
    const followed = await follow(pages, address, limits).catch((error): Followed => {
      if (host.interrupted.aborted) throw interruptedBy(host.interrupted);
      if (!(late.aborted || error instanceof UnreachableError)) throw error;
      const why = late.aborted
        ? `emk stopped after ${longest / 1000} s (EMK_MAX_WAIT)`
        : error.message.replace(/\.$/, '');
      return {kind: 'silent', why, hasServer: late.aborted || codeOf(error.cause) !== 'ENOTFOUND'};
    });
    done++;
    progress.show({label: 'Opening addresses', done, total: addresses.length});
    return [address, followed];
  };
  try {
    return new Map(await concurrently(AT_ONCE, addresses, look));
  } finally {
    progress.clear();
    await pages.close();
  }
}

type Limits = Parameters<Pages['ask']>[2];

async function follow(pages: Pages, address: string, limits: Limits): Promise<Followed> {
  const redirects: number[] = [];
  let at = new URL(address);
  while (redirects.length <= MOST_REDIRECTS) {
    const {status, location, type} = await ask(pages, at, limits);
    const next = status >= 300 && status < 400 && location !== undefined ? toUrl(location, at) : undefined;
    if (next) redirects.push(status);
    // An app's address, such as market://, is opened by the reader's own machine.
    if (!next || !/^https?:$/.test(next.protocol))
      return {kind: 'answered', status: next ? OK : status, type, end: (next ?? at).href, redirects};
    at = next;
  }
  return {kind: 'silent', why: `It redirects more than ${MOST_REDIRECTS} times`, hasServer: true};
}

/** Asks with HEAD, which brings no page. Some servers refuse that or answer it wrongly, so GET has the last word. */
async function ask(pages: Pages, address: URL, limits: Limits): Promise<PageAnswer> {
  const answer = await pages.ask('HEAD', address, limits).catch(error => {
    if (limits.signal.aborted || !(error instanceof UnreachableError)) throw error;
    return undefined;
  });
  return answer && answer.status < 400 ? answer : pages.ask('GET', address, limits);
}

const toUrl = (location: string, from: URL): URL | undefined =>
  URL.canParse(location, from.href) ? new URL(location, from) : undefined;

const AT_ONCE = 8;
const TIMEOUT = 10_000;
const LONGEST = 60_000;
const MOST_REDIRECTS = 10;
const OK = 200;
