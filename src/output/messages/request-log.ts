import type {Observer} from '../../api/client/sending.js';
import type {ApiRequest} from '../../api/describe/request.js';
import type {Host} from '../../core/system/host.js';
import {maskAddresses} from './error-text.js';

/** Logs the requests for `--verbose` and `--debug`: a few listed headers, so no key, and masked addresses. */
export function createRequestLog(
  {verbose, debug}: {readonly verbose: boolean; readonly debug: boolean},
  {elapsed}: Pick<Host, 'elapsed'>,
  log: (line: string) => void,
): Observer {
  if (!verbose) return {sending() {}, answered() {}, failed() {}};
  const began = new WeakMap<ApiRequest, number>();
  const lineOf = ({method, path}: ApiRequest): string => `${method} ${maskAddresses(path)}`;
  const took = (request: ApiRequest): string => `in ${Math.round(elapsed() - (began.get(request) ?? 0))} ms`;
  return {
    sending(request) {
      began.set(request, elapsed());
      if (!debug || request.fields.length === 0) return;
      log(`> ${lineOf(request)} (${request.encoding})`);
      for (const [name, value] of request.fields)
        log(`>   ${name}: ${maskAddresses(typeof value === 'string' ? value : '(a file)')}`);
    },
    answered(request, {status, headers}, text) {
      if (text === undefined) log(`${lineOf(request)} → ${status} ${took(request)}`);
      if (!debug) return;
      if (text !== undefined) log(`< ${maskAddresses(text)}`);
      else
        for (const [name, value] of Object.entries(headers))
          if (shownHeaders.test(name)) log(`<   ${name}: ${maskAddresses(value)}`);
    },
    failed(request, error) {
      const what = error instanceof Error ? error.message : String(error);
      log(`${lineOf(request)} → ${maskAddresses(what)} ${took(request)}`);
    },
  };
}

const shownHeaders =
  /^(?:content-(?:type|length|encoding)|date|server|location|retry-after|x-ratelimit-(?:limit|remaining))$/;
