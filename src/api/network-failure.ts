/** The errors behind exchanges that brought no answer. Only errors that undici and the system report for the network count. */

import {UnreachableError} from '../errors.js';
import {codeOf} from '../system/error-code.js';
import type {ApiRequest} from './request.js';
import {lost} from './unknown-outcome.js';

export type Connection = {
  /** The service's host. */
  readonly host: string;
  readonly proxy: ProxyPlace | undefined;
};

export type ProxyPlace = {
  readonly url: string;
  readonly host: string;
  /** https goes through a tunnel; plain http is handed to the proxy itself. */
  readonly tunnel: boolean;
};

/** The typed error of a request that brought no answer; any other error is returned unchanged. */
export function networkFailure(request: ApiRequest, error: unknown, connection: Connection, unsent: boolean): unknown {
  const code = codeOf(error);
  const {host, proxy} = connection;
  if (NEVER_CONNECTED.test(code)) {
    // Only the proxy itself is connected to; what lies behind a tunnel speaks TLS.
    const inTunnel = proxy?.tunnel === true && TLS.test(code);
    return proxy && !inTunnel ? noProxy(proxy, code, error) : unreachable(host, code, error);
  }
  if (CERTIFICATE.test(code)) {
    return new UnreachableError(`The certificate of ${host} was not accepted (${code}).`, {
      cause: error,
      transient: false,
      hint: 'Check the base URL; for a company certificate set NODE_EXTRA_CA_CERTS.',
    });
  }
  // undici reports a proxy that wants a name and password for a request without a tunnel in this way.
  if (proxy && code === 'UND_ERR_INVALID_ARG' && String(error).includes('407')) return refusedByProxy(proxy, 407);
  if (code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH')
    return new UnreachableError('A file changed while it was being sent.', {cause: error, hint: 'Try again.'});
  if (!IN_FLIGHT.test(code)) return error;
  if (unsent)
    return new UnreachableError(`The connection to ${host} broke before the request was sent.`, {
      cause: error,
      hint: checkNetwork,
    });
  const what =
    code === 'UND_ERR_HEADERS_TIMEOUT'
      ? `${host} did not answer in time.`
      : `The connection to ${host} was lost before an answer came.`;
  return lost(request.effect, what, error);
}

const unreachable = (host: string, code: string, cause: unknown): UnreachableError =>
  new UnreachableError(`Could not reach ${host} (${code}).`, {cause, hint: checkNetwork});

/** The connection ended at the proxy, so no request reached the service. */
export const noProxy = ({host}: ProxyPlace, code: string, cause: unknown): UnreachableError =>
  new UnreachableError(`Could not reach the proxy ${host}${code && ` (${code})`}.`, {cause, hint: checkProxy});

/** A proxy that answers with an error of its own passed nothing on; where the service did not answer it, it reports a gateway error. */
export const refusedByProxy = ({host}: ProxyPlace, status: number): UnreachableError =>
  new UnreachableError(`The proxy ${host} refused to pass the request on (HTTP ${status}).`, {
    transient: status >= 500,
    hint:
      status === 407
        ? 'Put the name and password that it wants into the proxy variable: http://name:password@host:port.'
        : checkProxy,
  });

const checkNetwork = 'Check the base URL and the network, then try again.';
const checkProxy =
  'Check the proxy that HTTPS_PROXY or HTTP_PROXY names, or leave the service out of it with NO_PROXY.';

const TLS = /^(EPROTO|ERR_SSL_\w+)$/;
const NEVER_CONNECTED =
  /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EPROTO|ERR_SSL_\w+|UND_ERR_CONNECT_TIMEOUT)$/;
const CERTIFICATE =
  /^(CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|INVALID_CA|UND_ERR_PRX_TLS)$/;
const IN_FLIGHT =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|HPE_\w+|UND_ERR_(SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT|HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|ABORTED|INFO))$/;
