/** A service before the sandbox that can be held: it answers some paths only after it is let go. */
import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

export type Held = {
  readonly url: string;
  /** Holds what is asked from now on; resolves when something is. */
  hold(): Promise<void>;
  letGo(): void;
};

export async function held(sandbox: {readonly origin: string}, path: RegExp): Promise<Held> {
  let letGo = (): void => undefined;
  let isAsked = (): void => undefined;
  let free: Promise<void> | undefined;
  const hold = (): Promise<void> => {
    free = new Promise(resolve => {
      letGo = resolve;
    });
    return new Promise(resolve => {
      isAsked = resolve;
    });
  };
  const server = createServer(async (incoming, answer) => {
    if (free && path.test(incoming.url ?? '')) {
      isAsked();
      await free;
    }
    const {method, headers} = incoming;
    const onward = request(`${sandbox.origin}${incoming.url}`, {method: method ?? 'GET', headers}, from => {
      answer.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(answer);
    });
    incoming.pipe(onward.on('error', () => answer.destroy()));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, hold, letGo: () => letGo()};
}
