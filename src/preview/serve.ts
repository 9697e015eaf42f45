import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';
import {once} from 'node:events';
import {unwatchFile, watchFile} from 'node:fs';
import {createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {escapeHtml} from '../html/escape.js';
import type {Mailing} from './mailing.js';
import {type Live, policy, previewPage} from './page.js';
import {pageStyle} from './page-style.js';

type Served = {
  read(): Promise<Mailing>;
  /** The files that it is read from: when one changes, the page reloads. */
  readonly files: readonly string[];
};

type Server = {readonly address: string; close(): Promise<void>};

/** Serves a preview to this machine only. A token and the exact host keep other users and pages out. */
export async function servePreview({read, files}: Served): Promise<Server> {
  const token = randomBytes(16).toString('hex');
  const watchers = new Set<ServerResponse>();
  let changes = 0;
  const server = createServer((request, response) => {
    response.on('error', () => {});
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query] = (request.url ?? '').split('?');
    const [, given = '', place, ...more] = path.split('/');
    const allowed = request.headers.host === host && isSame(given, token) && more.length === 0;
    if (!allowed) return end(response, 404, 'There is nothing here.\n', plainText);
    if (request.method !== 'GET') return end(response, 405, 'You can only read a preview.\n', plainText);
    if (place === 'changes') return listen(response, new URLSearchParams(query).get('after'));
    if (place !== '') return end(response, 404, 'There is nothing here.\n', plainText);
    const live: Live = {nonce: randomBytes(16).toString('base64'), script: reloadingAfter(changes)};
    const page = await read().then(
      mailing => previewPage(mailing, live),
      (error: unknown) => troublePage(error, live),
    );
    end(response, 200, page, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${policy(live)}; frame-ancestors 'none'`,
    });
  }

  function listen(response: ServerResponse, after: string | null): void {
    response.writeHead(200, {...always, 'content-type': 'text/event-stream'});
    // A file may have changed since the page was made.
    response.write(after === String(changes) ? ': listening\n\n' : CHANGED);
    watchers.add(response);
    response.on('close', () => watchers.delete(response));
  }

  const changed = (): void => {
    changes++;
    for (const watcher of watchers) watcher.write(CHANGED);
  };
  // Editors replace files instead of writing into them, which only watching the path notices everywhere.
  for (const file of files) watchFile(file, {interval: LOOKS_EVERY}, changed);

  return {
    address: `http://${host}/${token}/`,
    async close() {
      for (const file of files) unwatchFile(file, changed);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const LOOKS_EVERY = 250;
const CHANGED = 'data: changed\n\n';
const plainText = {'content-type': 'text/plain; charset=utf-8'};

/** Reloads the page when its mailing changed, in the colours that were chosen: the address carries them. */
const reloadingAfter = (
  changes: number,
): string => `new EventSource('changes?after=${changes}').onmessage = () => location.reload();
onchange = ({target}) => location.replace('#' + target.value);
document.onreadystatechange = () => location.hash === '#dark' && document.querySelector('[value=dark]')?.click();`;

const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

function end(response: ServerResponse, status: number, body: string, headers: OutgoingHttpHeaders): void {
  response.writeHead(status, {...always, ...headers});
  response.end(body);
}

/** The page for a mailing that cannot be read now; it waits for the next change. */
const troublePage = (error: unknown, {nonce, script}: Live): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>No preview</title><style>${pageStyle}</style><script nonce="${nonce}">${script}</script></head><body><h1>No preview</h1><p>${escapeHtml(
    error instanceof Error ? error.message : String(error),
  )}</p><p class="note">This page reloads by itself when the file changes.</p></body></html>\n`;

/** Compares hashes, because they have equal length. */
const isSame = (given: string, token: string): boolean => timingSafeEqual(hashOf(given), hashOf(token));

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
