/** The errors for exchanges without an answer. Only errors that undici and the system report for the network count. */

import {EmkError, UnreachableError} from '../../core/errors.js';
import {codeOf} from '../../core/system/files.js';
import type {ApiRequest} from '../describe/request.js';
import {lostAnswer} from './answer.js';

type AskedEffect = Pick<ApiRequest, 'effect'>;
type Connection = {readonly host: string; readonly proxy: string | undefined};

/** A request took too long. The code that knows how far the request had come writes the sentence. */
export class TooLateError extends Error {
  constructor(
    /** What was waited for in vain, in milliseconds. */
    readonly waited: number,
    /** The option that sets this limit. */
    readonly option?: '--timeout',
  ) {
    super();
  }
}

/** How far a request had come: a fully sent request may have been applied. */
export type Stage = 'connecting' | 'sending' | 'sent';

/** The typed error of a request without an answer; an error that is not about the network is returned unchanged. */
export function networkFailure(request: AskedEffect, error: unknown, connection: Connection, stage: Stage): unknown {
  const code = codeOf(error);
  const [, refused] = /\bProxy (?:response|Authentication Required) \((\d+)\)/.exec(String(error)) ?? [];
  if (connection.proxy && refused) return refusedByProxy(connection.proxy, Number(refused));
  switch (stage) {
    case 'connecting':
      return neverConnected(error, connection);
    case 'sending':
      return OF_THE_NETWORK.test(code) || isUnreadable(error) || error instanceof TooLateError
        ? brokenConnection(error, connection)
        : error;
    case 'sent':
      return neverAnswered(request, error, connection);
  }
}

function neverConnected(error: unknown, {host, proxy}: Connection): unknown {
  const code = codeOf(error);
  if (error instanceof TooLateError)
    return new UnreachableError(`Could not reach ${host} within ${inTime(error)}.`, {cause: error, hint: checkNetwork});
  if (CERTIFICATE.test(code)) {
    return new UnreachableError(`emk does not trust the certificate of ${host} (${code}).`, {
      cause: error,
      transient: false,
      hint: 'Check the base URL. For a company certificate, set NODE_EXTRA_CA_CERTS.',
    });
  }
  if (NOT_TLS.test(code) && !proxy) {
    return new UnreachableError(`${host} speaks http, and the base URL says https.`, {
      cause: error,
      transient: false,
      hint: 'Check the base URL. Where the service runs on this machine, it begins with http://',
    });
  }
  if (code === '' || error instanceof EmkError || error instanceof TypeError || MISTAKE.test(code)) return error;
  return new UnreachableError(`Could not reach ${host}${proxy ? `, or the proxy ${proxy}` : ''} (${code}).`, {
    cause: error,
    hint: proxy ? checkProxy : checkNetwork,
  });
}

const brokenConnection = (cause: unknown, {host}: Connection): UnreachableError =>
  new UnreachableError(`The connection to ${host} broke before the request was sent.`, {cause, hint: checkNetwork});

/** Turns an error after sending into the right type. A change may have been made, whatever the error. */
function neverAnswered({effect}: AskedEffect, error: unknown, {host}: Connection): unknown {
  const code = codeOf(error);
  if (isUnreadable(error)) return lostAnswer(effect, `The answer of ${host} is not valid HTTP.`, error);
  if (error instanceof TooLateError)
    return lostAnswer(effect, `${host} did not answer within ${inTime(error)}.`, error);
  if (effect === 'reads' && !OF_THE_NETWORK.test(code)) return error;
  return lostAnswer(effect, `The connection to ${host} was lost before the answer.`, error);
}

/** Whether undici could not parse the answer. Its table of parser errors maps names to numbers, not back. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'HTTPParserError' || codeOf(error) === 'ERR_ASSERTION');

/** A proxy's own error, with nothing forwarded: for a silent service it reports a gateway error instead. */
const refusedByProxy = (proxy: string, status: number): UnreachableError =>
  new UnreachableError(`The proxy ${proxy} refused the request (HTTP ${status}).`, {
    transient: status >= 500,
    hint: status === 407 ? 'Put its name and password into the variable: http://name:password@host:port' : checkProxy,
  });

const checkNetwork = 'Check the base URL and the network, then try again.';
const checkProxy = 'Check the proxy that HTTPS_PROXY or HTTP_PROXY names, or exclude the service with NO_PROXY.';

const inTime = ({waited, option}: TooLateError): string =>
  `${waited < 1000 ? `${Math.round(waited)} ms` : `${Math.round(waited / 1000)} s`}${option ? ` (${option})` : ''}`;

/** emk itself asked for what cannot be. Every other code while it connects, such as a firewall's EPERM, is the network's. */
const MISTAKE = /^(ERR_INVALID_\w+|UND_ERR_(INVALID_ARG|NOT_SUPPORTED|DESTROYED|CLOSED))$/;
/** What answered a greeting of TLS with something else. */
const NOT_TLS = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/;
const CERTIFICATE =
  /^(CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|INVALID_CA|UND_ERR_PRX_TLS)$/;
const OF_THE_NETWORK =
  /^(E(NOTFOUND|AI_AGAIN|AI_FAIL|CONN(REFUSED|RESET|ABORTED)|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRNOTAVAIL|PROTO|PIPE|TIMEDOUT)|ERR_SSL_\w+|UND_ERR_(CONNECT_TIMEOUT|SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT|HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|ABORTED|INFO))$/;
