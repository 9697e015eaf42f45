import type {IncomingMessage} from 'node:http';
import {isLoopback} from '../../system/loopback.js';
import type {Keys} from '../account/keys.js';

/** Allowed names of a sandbox, besides those of this machine. */
export type AllowedHosts = readonly string[];

/**
 * The name and port with which a request addresses the sandbox, if the name is allowed. Any web page can point its own
 * name to this machine, and an invented name must not get into the addresses of answers.
 */
export function calledAs({headers}: Pick<IncomingMessage, 'headers'>, allowed: AllowedHosts): string | undefined {
  const {host = ''} = headers;
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(host)) return undefined;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return isLoopback(name) || allowed.includes(name) ? host : undefined;
}

/**
 * Why a request may not ask the sandbox about itself or change it; undefined if it may. A browser sends requests for
 * every page that a person opens, so only the sandbox's own pages are answered, and a change needs the account's secret
 * key.
 */
export function refusalOfCaller(
  {method, headers}: Pick<IncomingMessage, 'method' | 'headers'>,
  {secretKey}: Pick<Keys, 'secretKey'>,
  allowed: AllowedHosts,
): {readonly status: 401 | 403; readonly errors: string} | undefined {
  const host = calledAs({headers}, allowed);
  if (host === undefined) {
    return {
      status: 403,
      errors: 'The sandbox does not answer to this host name. Allow it with "emk sandbox serve --allow-host".',
    };
  }
  const {origin = `http://${host}`, 'sec-fetch-site': site = 'none'} = headers;
  if (origin !== `http://${host}` || !['none', 'same-origin'].includes(String(site))) {
    return {status: 403, errors: 'The sandbox does not answer web pages of other origins.'};
  }
  if (method === 'GET' || method === 'HEAD' || headers['secretkey'] === secretKey) return undefined;
  return {status: 401, errors: "This changes the sandbox. Send the account's secret key in the header SecretKey."};
}
