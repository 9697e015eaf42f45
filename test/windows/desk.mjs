/** A folder on Windows in which emk works, and the sandbox that it works with. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {emkWords, root, start, windowsPath} from './wine.mjs';

/** Throws what a person must see if something is not as it should be. */
export function must(holds, ...seen) {
  if (!holds) throw new Error(seen.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'));
}

/** A desk with an account of its own, served by this machine's Node.js. */
export async function deskIn(folder, ...options) {
  mkdirSync(folder, {recursive: true});
  const own = {EMK_CONFIG_DIR: join(folder, 'config'), EMK_STATE_DIR: join(folder, 'served')};
  const child = spawn(process.execPath, [join(root, 'bin/emk.js'), 'sandbox', 'serve', '-o', 'json', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {PATH: process.env.PATH, HOME: folder, ...own},
  });
  served.add(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  const {baseUrl, publicKey, secretKey} = JSON.parse(line);
  const env = {
    EMK_BASE_URL: baseUrl,
    EMK_PUBLIC_KEY: publicKey,
    EMK_SECRET_KEY: secretKey,
    ...foldersIn(folder),
  };
  const startEmk = (words, given = {}) => start(emkWords(words), {cwd: folder, ...given, env: {...env, ...given.env}});
  return {
    folder,
    env,
    start: startEmk,
    /** Runs emk there; anything but the expected exit code is an error. */
    async emk(words, {code = 0, ...given} = {}) {
      const ran = await startEmk(words, given).ended;
      must(ran.code === code, `emk ${words.join(' ')} ended with ${ran.code}, not ${code}`, ran.stdout, ran.stderr);
      must(!/did not foresee|^\s+at .*:\d+/m.test(ran.stderr), 'emk ended with a trace', ran.stderr);
      return ran;
    },
    write(name, text) {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    async contactsOf(list) {
      const headers = {PublicKey: publicKey, SecretKey: secretKey, Accept: 'application/json'};
      const ask = async path => (await (await fetch(`${baseUrl}${path}`, {headers})).json()).message;
      const {contactTypes} = await ask('/contacts-type');
      const id = contactTypes.find(({name}) => name === list)?.id;
      return (await ask('/contacts/list')).contacts.filter(({contact_type_id}) => contact_type_id === id);
    },
    close() {
      served.delete(child);
      child.kill('SIGTERM');
    },
  };
}

/** The sandboxes that are running: none may outlive the tests. */
const served = new Set();
process.once('exit', () => {
  for (const child of served) child.kill('SIGKILL');
});

/** The folders of emk on that Windows, in paths with a drive letter, spaces and an umlaut. */
export const foldersIn = folder => ({
  EMK_CONFIG_DIR: windowsPath(join(folder, 'config')),
  EMK_STATE_DIR: windowsPath(join(folder, 'state')),
  XDG_CACHE_HOME: windowsPath(join(folder, 'cache')),
});

/** A case with a desk, which is closed at its end. */
export const atDesk =
  (play, ...options) =>
  async folder => {
    const desk = await deskIn(folder, ...options);
    try {
      await play(desk);
    } finally {
      desk.close();
    }
  };
