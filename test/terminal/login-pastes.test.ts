/** Keys typed at a terminal: after a refusal both are asked for again, and what was typed is what is sent. */
import {createServer} from 'node:http';
import {expect, test} from 'vitest';
import {served} from '../support/served.js';
import {bareDesk, describeInTerminal, keys} from '../support/terminal.js';

/** A service that accepts one pair of keys, and keeps what it was sent. */
async function service(): Promise<{readonly url: string; readonly sent: string[]}> {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    const pair = `${request.headers['publickey']} ${request.headers['secretkey']}`;
    sent.push(`${request.url} ${pair}`);
    const right = pair === 'pk_new sk_new';
    const refused = {status: 'failed', errors: {PublicKey: ['Invalid public key or secret key']}};
    response.end(JSON.stringify(right ? {status: 'success', message: {contactTypes: []}} : refused));
  });
  return {url: await served(server), sent};
}

describeInTerminal('a login after wrong keys', () => {
  test('asks for both keys again on empty lines, and for the address no more', {
    tags: ['long'],
  }, async () => {
    const {url, sent} = await service();
    const terminal = bareDesk().open(['auth', 'login', '--base-url', url]);
    await terminal.waitFor('? Public key:');
    terminal.type('pk_old');
    await terminal.answer('? Public key: pk_old', keys.enter);
    await terminal.answer('? Secret key', `sk_old${keys.enter}`);
    await terminal.answer(/refused the keys[\s\S]*\n\? Public key:$/, ` pk_new ${keys.enter}`);
    await terminal.answer(/refused the keys[\s\S]*\? Secret key/, `sk_other${keys.enter}`);
    await terminal.answer(/refused the keys[\s\S]*refused the keys[\s\S]*\n\? Public key:$/, `pk_new${keys.enter}`);
    await terminal.answer(/refused the keys[\s\S]*refused the keys[\s\S]*\? Secret key/, `sk_new${keys.enter}`);
    expect(await terminal.ended()).toBe(0);
    expect(sent).toEqual(['pk_old sk_old', 'pk_new sk_other', 'pk_new sk_new'].map(pair => `/contacts-type ${pair}`));
    expect(terminal.screen()).not.toContain('sk_');
    expect(terminal.screen()).not.toContain('Address of the service');
  });
});
