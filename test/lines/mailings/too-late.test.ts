/** A mailing that goes out, or has gone out, is neither moved nor cancelled: the service would send it again, or lose its statistics. */
import {expect, test} from 'vitest';
import {standBetween} from '../../support/in-between.js';
import {errorOf} from '../../support/said.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

/** The mailing "Autumn preview" with another status in every answer that shows it. */
async function withStatus(status: number) {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  return standBetween(shell().sandbox, async ({method, path}) => {
    if (method !== 'GET' || !path.includes('single')) return undefined;
    const answer = await fetch(`${baseUrl}${path}`, {headers: {PublicKey: publicKey, SecretKey: secretKey}});
    const text = await answer.text();
    return {json: JSON.parse(text.replaceAll(/"status":[01](?=[,}])/g, `"status":${status}`))};
  });
}

test.each([
  ['reschedule "Autumn preview" --at "2030-05-01 09:00"', 2],
  ['reschedule "Autumn preview" --at "2030-05-01 09:00"', 3],
  ['cancel "Autumn preview"', 2],
  ['cancel "Autumn preview"', 3],
])('%s changes nothing at the status %i', async (line, status) => {
  const {env, passed} = await withStatus(status);
  const ran = await shell().emk(`${line} --yes -o json`, {env});
  expect([ran.code, errorOf(ran)?.code]).toEqual([2, 'preflight']);
  expect(passed.filter(({method}) => method !== 'GET')).toEqual([]);
  expect(await shell().emk(`${line} --yes -q`)).toMatchObject({code: 0});
});
