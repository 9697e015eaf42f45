const {startSandbox} = require('emk-cli/sandbox');

let sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({clock: 'step'});
});
afterAll(() => sandbox.stop());

test('the demo account has a newsletter', async () => {
  const {EMK_PUBLIC_KEY: PublicKey, EMK_SECRET_KEY: SecretKey} = sandbox.env;
  const answer = await fetch(`${sandbox.url}/contacts-type`, {headers: {PublicKey, SecretKey}});
  expect(await answer.text()).toContain('Newsletter');
  expect(await sandbox.requests()).toHaveLength(1);
});

test('it fails as it is told to', async () => {
  await sandbox.faults.add('GET /contacts-type=500:1');
  expect(await sandbox.faults.list()).toEqual([{fault: 'GET /contacts-type=500:1', left: 1}]);
});
