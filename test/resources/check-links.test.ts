/** Links that are opened on the web, all of it on this machine: which answers become findings, and what is asked. */
import dns from 'node:dns';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, beforeAll, beforeEach, describe, expect, vi} from 'vitest';
import {longTest, test} from '../in-two-parts.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

const moves: Readonly<Record<string, readonly [number, string]>> = {
  '/moved': [301, '/new?a=1'],
  '/moved-twice': [308, '/moved'],
  '/for-now': [302, '/new'],
  '/slash': [301, '/slash/'],
  '/sale': [302, '/'],
  '/to-gone': [302, '/gone'],
  '/circle': [302, '/circle'],
  '/app': [302, 'market://details'],
  '/nowhere': [301, 'http://['],
};
const statuses: Readonly<Record<string, number>> = {
  '/gone': 404,
  '/gone.png': 404,
  '/left': 410,
  '/no': 403,
  '/busy': 503,
};

const asked: IncomingMessage[] = [];
let [open, most] = [0, 0];
const web = createServer((request, response) => {
  asked.push(request);
  most = Math.max(most, ++open);
  response.on('close', () => open--);
  // Held for a moment, so that requests at the same time meet.
  setTimeout(() => answer(request, response), 5);
});

function answer({url = '', method}: IncomingMessage, response: ServerResponse): void {
  const path = url.replace(/^http:\/\/[^/]*/, '');
  const [status = statuses[path] ?? 200, location] = moves[path] ?? [];
  if (path.startsWith('/silent')) return;
  if (path === '/hangs-up') response.destroy();
  else if (method === 'HEAD' && path === '/no-head') response.writeHead(405).end();
  else if (method === 'HEAD' && path === '/hangs-up-on-head') response.destroy();
  else
    response
      .writeHead(status, {
        'content-type': path.startsWith('/rose') ? 'image/png' : 'text/html',
        ...(location === undefined ? {} : {location}),
      })
      .end(method === 'HEAD' ? undefined : 'x'.repeat(100_000));
}

let at = '';
beforeAll(async () => {
  await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(() => {
  web.closeAllConnections();
  web.close();
});
beforeEach(() => {
  asked.length = 0;
  [open, most] = [0, 0];
});

const letter = (...parts: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>May</title></head><body>
<p>What is new in our shop this May, in a few words for all who read it.</p>
${parts.join('\n')}
<p>((sender_address)) <a href="((unsubscribe_preferences))">Unsubscribe</a> <a href="mailto:a@acme.shop">us</a></p></body></html>`;
const link = (address: string): string => `<a href="${address}">x</a>`;
const picture = (address: string): string => `<img src="${address}" alt="x" width="9">`;

type Found = {
  readonly level: string;
  readonly check: string;
  readonly says: string;
  readonly hint: string;
  readonly line: number;
};

/** Runs the check over a letter, and gives what it found on the web. */
async function opened(parts: readonly string[], options: readonly string[] = [], env: Record<string, string> = {}) {
  shell().write('may.html', letter(...parts));
  const line = ['templates', 'lint', 'may.html', '--check-links', '-o', 'json', ...options];
  const {code, stdout, stderr} = await shell().emk(line, {env});
  const found = (JSON.parse(stdout || '[]') as Found[]).filter(({check}) => /-(?:dead|unsure|moved)$/.test(check));
  return {
    code,
    stderr,
    found: found.map(each => ({...each, says: each.says.replaceAll(at, 'WEB'), hint: each.hint.replaceAll(at, 'WEB')})),
  };
}

const paths = (): string[] => asked.map(({method, url}) => `${method} ${url}`);

describe('an answer', () => {
  test.each([
    ['/fine', undefined, undefined],
    ['/no-head', undefined, undefined],
    ['/hangs-up-on-head', undefined, undefined],
    ['/slash', undefined, undefined],
    ['/for-now', undefined, undefined],
    ['/app', undefined, undefined],
    ['/gone', 'error link-dead', 'This link leads to no page: WEB/gone answers 404 Not Found.'],
    ['/left', 'error link-dead', 'This link leads to no page: WEB/left answers 410 Gone.'],
    ['/to-gone', 'error link-dead', 'WEB/to-gone answers 404 Not Found after a redirect to WEB/gone.'],
    ['/no', 'warning link-unsure', 'emk cannot tell whether this link works: WEB/no answers 403 Forbidden.'],
    ['/busy', 'warning link-unsure', 'WEB/busy answers 503 Service Unavailable.'],
    ['/circle', 'warning link-unsure', 'WEB/circle. It redirects more than 10 times.'],
    ['/nowhere', 'warning link-unsure', 'WEB/nowhere answers 301 Moved Permanently.'],
    ['/hangs-up', 'warning link-unsure', 'was lost before the answer.'],
    ['/moved', 'warning link-moved', 'This link has moved: WEB/moved leads to WEB/new?a=1.'],
    ['/moved-twice', 'warning link-moved', 'WEB/moved-twice leads to WEB/new?a=1.'],
    ['/sale', 'warning link-moved', 'WEB/sale leads to WEB/.'],
  ])('to %s is %s', async (path, wanted, says = '') => {
    const {found} = await opened([link(at + path)]);
    expect(found.map(({level, check, line}) => `${level} ${check} ${line}`)).toEqual(wanted ? [`${wanted} 3`] : []);
    expect(found[0]?.says ?? '').toContain(says);
  });

  test.each([
    ['/rose.png', undefined],
    ['/gone.png', 'error image-dead This picture is not there: WEB/gone.png answers 404 Not Found.'],
    ['/page.png', 'error image-dead This is the address of a page and not of a picture'],
    ['/no', 'warning image-unsure emk cannot tell whether this picture works'],
  ])('for the picture %s is %s', async (path, wanted) => {
    const {found} = await opened([picture(at + path)]);
    expect(found.map(({level, check, says}) => `${level} ${check} ${says}`)).toEqual(
      wanted ? [expect.stringContaining(wanted)] : [],
    );
  });

  longTest(
    'that never begins is waited for no longer than --timeout says, and all of them no longer than --max-wait',
    async () => {
      const slow = await opened([link(`${at}/silent`)], ['--timeout', '200ms']);
      expect(slow.found[0]?.says).toContain('did not answer within 200 ms.');
      const many = Array.from({length: 20}, (_, index) => link(`${at}/${index}/../silent?${index}`));
      const all = await opened(many, ['--max-wait', '300ms']);
      expect(all.found).toHaveLength(20);
      expect(new Set(all.found.map(({says}) => says.replace(/^.*\. /, '')))).toEqual(
        new Set(['emk stopped after 0.3 s (--max-wait).']),
      );
    },
  );

  longTest('of nobody is no certain error, but a server that does not exist is one', async () => {
    const refused = await opened([link('http://127.0.0.1:9/')]);
    expect(refused.found[0]).toMatchObject({
      level: 'warning',
      says: expect.stringContaining('Could not reach 127.0.0.1:9'),
    });
    const lookUp = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_: string, __: object, done: (error: Error) => void) =>
        done(Object.assign(new Error('none'), {code: 'ENOTFOUND'}))) as never);
    const {code, found} = await opened([link('http://shop.acme.invalid/may')]);
    lookUp.mockRestore();
    expect([code, found[0]?.says]).toEqual([10, 'This link cannot be opened: there is no server shop.acme.invalid.']);
  });
});

describe('what is asked', () => {
  longTest(
    'is each address once, whatever its places, letters and marks, with no key and no unsubscribe link',
    async () => {
      shell().write(
        'a.html',
        letter(link(`${at}/fine#one`), link(`${at}/fine#two`), link(`${at}/gone`), picture(`${at}/rose.png`)),
      );
      shell().write('b.md', `# May\n\n[x](${at}/fine) [y](${at}/gone)\n\n[z](${at}/for/((email)))\n`);
      const line = 'templates lint a.html b.md --check-links --columns file,line,check --where check=link-dead -o csv';
      const {code, stdout, stderr} = await shell().emk(line);
      expect([code, stdout.replaceAll('\r', '')]).toEqual([
        10,
        'file,line,check\na.html,5,link-dead\nb.md,3,link-dead\n',
      ]);
      expect(paths().sort()).toEqual(['GET /gone', 'HEAD /fine', 'HEAD /gone', 'HEAD /rose.png']);
      expect(asked.flatMap(({headers}) => Object.keys(headers).filter(name => /key|auth|cookie/.test(name)))).toEqual(
        [],
      );
      expect(stderr).toContain('emk opened 3 addresses; 2 are in order. It did not open 1 address with tags');
    },
  );

  longTest('is at most eight addresses at a time', async () => {
    const {found} = await opened(Array.from({length: 40}, (_, index) => link(`${at}/fine/${index}`)));
    expect([found, asked.length]).toEqual([[], 40]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  test('goes through the proxy that the service uses', async () => {
    const {code, found} = await opened([link('http://shop.acme.invalid/gone')], [], {HTTP_PROXY: at});
    expect([code, found[0]?.check]).toEqual([10, 'link-dead']);
    expect(paths()).toEqual(['HEAD http://shop.acme.invalid/gone', 'GET http://shop.acme.invalid/gone']);
    const wrong = await opened([link('http://shop.acme.invalid/')], [], {HTTP_PROXY: 'ftp://a'});
    expect(wrong.stderr).toContain('HTTP_PROXY is not the address');
  });

  test('is nothing without --check-links, and nothing in a dry run', async () => {
    shell().write('may.html', letter(link(`${at}/gone`), link(`${at}/fine`)));
    await shell().emk('templates lint may.html');
    const {code, stderr} = await shell().emk('templates lint may.html --check-links --dry-run');
    expect([code, asked]).toEqual([10, []]);
    expect(stderr).toContain('A dry run: 2 addresses would be opened.');
  });

  longTest('is told one by one with --verbose, and counted without', async () => {
    const {stderr} = await opened([link(`${at}/moved`), link(`${at}/fine`)], ['--verbose']);
    expect(stderr).toContain(`${at}/moved → 301 → ${at}/new?a=1 → 200`);
    expect(stderr).toContain(`${at}/fine → 200`);
    expect((await opened([])).stderr).toContain('emk opened 0 addresses.');
    expect((await opened([link(`${at}/fine`)])).stderr).toContain('emk opened 1 address; all are in order.');
  });
});

test('Ctrl-C ends it at once', async () => {
  const stop = new AbortController();
  shell().write('may.html', letter(link(`${at}/silent`)));
  web.once('request', () => stop.abort('SIGINT'));
  const ran = await shell().emk('templates lint may.html --check-links', {host: {interrupted: stop.signal}});
  expect(ran).toMatchObject({code: 130, stderr: expect.stringContaining('Interrupted.')});
});

test('--strict makes an error of every doubt', async () => {
  shell().write('may.html', letter(link(`${at}/moved`)));
  const {code, stdout} = await shell().emk('templates lint may.html --check-links --strict -o json');
  const findings = JSON.parse(stdout) as {readonly check: string; readonly level: string}[];
  expect([code, findings.find(({check}) => check === 'link-moved')?.level]).toEqual([10, 'error']);
});
