/** How other programs test with the sandbox. A test plays each of these files as it is here. */
export default `Testing

In a Node.js program
  emk-cli/sandbox starts a sandbox inside your tests, in memory and in a thread
  of its own, so a test may wait for an emk that it starts, and a test that
  fails before stop() still ends. Install it with: npm install -D emk-cli

  import {startSandbox} from 'emk-cli/sandbox';
  const sandbox = await startSandbox();

  url, keys, env   how your program reaches it, or an emk that it starts
  reset()          puts account, clock, faults and log back to the start
  clock            advance('2 days') moves its time, now() reads it; a number
                   alone is refused, because it has no unit
  faults           add('GET /contacts=500:1'), list() and clear()
  requests()       the requests it got, without values and keys
  mail()           what it sent, to whom, with the tags filled
  stop()           stops it, as "await using" does

  startSandbox takes: account (a folder that "emk account pull" wrote), empty,
  contacts, seed, keys, clock, faults, settings, host, port and warn. They mean
  the same as in "emk sandbox serve"; clock: 'step' stops time between two
  tests. Errors have a code.

vitest.setup.js, named in test.setupFiles of vitest.config.js
  import {startSandbox} from 'emk-cli/sandbox';
  import {afterAll, beforeEach} from 'vitest';

  const sandbox = await startSandbox({account: 'account', clock: 'step'});
  Object.assign(process.env, sandbox.env);
  globalThis.sandbox = sandbox;

  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.stop());

In any other language
  "emk sandbox serve" writes its address and keys into the file of --ready-file
  when it is ready. POST /__reset puts it back to the start, with the secret key
  in the header SecretKey. GET /__health says that it is up. Its keys follow
  from --seed, unless you give --public-key and --secret-key.

conftest.py
  import json, subprocess, time, urllib.request
  import pytest

  @pytest.fixture(scope="session")
  def emk_served(tmp_path_factory):
      ready = tmp_path_factory.mktemp("emk") / "ready.json"
      serve = ["node_modules/.bin/emk", "sandbox", "serve", "--ready-file"]
      served = subprocess.Popen([*serve, str(ready)])
      while not ready.exists():
          assert served.poll() is None, "The sandbox did not start."
          time.sleep(0.05)
      yield json.loads(ready.read_text())
      served.terminate()
      served.wait()

  @pytest.fixture
  def emk(emk_served):
      headers = {"SecretKey": emk_served["secretKey"]}
      reset = emk_served["baseUrl"] + "/__reset"
      urllib.request.urlopen(urllib.request.Request(reset, b"", headers))
      return emk_served

.github/workflows/test.yml
  on: push
  jobs:
    test:
      runs-on: ubuntu-latest
      steps:
        - uses: actions/checkout@v4
        - uses: actions/setup-node@v4
          with: {node-version: 22}
        - run: npm ci
        # Or with your own "npm pack":
        # npm i -D ./vendor/emk-*.tgz
        - run: npm test

Dockerfile, for a container named sandbox
  FROM node:22-slim
  COPY emk-cli.tgz /srv/
  COPY account /srv/account
  RUN npm install -g /srv/emk-cli.tgz
  USER node
  EXPOSE 8025
  HEALTHCHECK CMD ["node", "-e", "fetch('http://localhost:8025/__health')"]
  CMD ["emk", "sandbox", "serve", "--host", "0.0.0.0", "--port", "8025", \\
    "--allow-host", "sandbox", "--seed", "1", "--account", "/srv/account"]

  With the published package, install emk-cli instead of the tarball. Other
  containers reach the sandbox at http://sandbox:8025/api; emk needs
  --allow-http there. Never publish the port to a network you don't trust.
`;
