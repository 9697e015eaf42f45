import {lookup} from 'node:dns/promises';
import {once} from 'node:events';
import {type ClientRequest, request as httpRequest} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {connect, isIP, type Socket} from 'node:net';
import {connect as connectTls, type PeerCertificate, type TLSSocket} from 'node:tls';

export type Place = {readonly hostname: string; readonly port: number};

/** The host and port of a URL. */
export const placeOf = (url: string): Place => {
  const {hostname, port, protocol} = new URL(url);
  return {hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80)};
};

/** The addresses of a host name, as the system resolves it. */
export async function addressesOf({hostname}: Place, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(hostname)) return [hostname];
  const found = await unlessAborted(lookup(hostname, {all: true}), signal);
  return found.map(({address}) => address);
}

/** Opens a connection and sends nothing over it. */
export async function openSocket({hostname, port}: Place, signal: AbortSignal): Promise<Socket> {
  const socket = connect({host: hostname, port});
  return settled(socket, once(socket, 'connect', {signal}));
}

/** Asks a proxy for a tunnel, as https requests do. */
export async function openTunnel(proxyUrl: string, {hostname, port}: Place, signal: AbortSignal): Promise<Socket> {
  const {protocol, username, password} = new URL(proxyUrl);
  const {hostname: host, port: proxyPort} = placeOf(proxyUrl);
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const asking: ClientRequest = (protocol === 'https:' ? httpsRequest : httpRequest)({
    host,
    port: proxyPort,
    method: 'CONNECT',
    path: `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`,
    headers: username === '' ? {} : {'proxy-authorization': `Basic ${login}`},
    agent: false,
    signal,
  });
  asking.end();
  const [answer, socket] = (await once(asking, 'connect')) as [{readonly statusCode?: number}, Socket];
  if (answer.statusCode === 200) return socket;
  socket.on('error', () => {}).destroy();
  throw Object.assign(new Error(`The proxy refused the tunnel (HTTP ${answer.statusCode}).`), {code: 'PROXY'});
}

/** The certificate of a service, and why it would be refused. */
export type Handshake = {
  readonly protocol: string;
  readonly certificate: PeerCertificate;
  readonly refusedFor: string | undefined;
};

/** Does a TLS handshake over a connection. A bad certificate is inspected too, because nothing is sent afterwards. */
export async function shakeHands(socket: Socket, {hostname}: Place, signal: AbortSignal): Promise<Handshake> {
  const secure: TLSSocket = connectTls({
    socket,
    ...(isIP(hostname) ? {host: hostname} : {servername: hostname}),
    rejectUnauthorized: false,
  });
  await settled(secure, once(secure, 'secureConnect', {signal}));
  const handshake = {
    protocol: secure.getProtocol() ?? 'TLS',
    certificate: secure.getPeerCertificate(),
    refusedFor: secure.authorized ? undefined : reasonOf(secure.authorizationError),
  };
  secure.destroy();
  return handshake;
}

/** The reason of a refused certificate: Node's types say Error, but it may be a code. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Waits for a socket's event, and closes the socket if the event does not come. */
async function settled<S extends Socket>(socket: S, event: Promise<unknown>): Promise<S> {
  try {
    await event;
    return socket;
  } catch (error) {
    socket.on('error', () => {}).destroy();
    throw error;
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
