import {createHash} from 'node:crypto';

const hash = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length);

/** The account of a sandbox as journals name it. */
export const targetOf = ({baseUrl, publicKey}: {readonly baseUrl: string; readonly publicKey: string}) => ({
  origin: new URL(baseUrl).origin,
  key: hash(publicKey, 16),
});

/** The name of the file that says what the applies of a folder have made in that account. */
export const lockFileOf = (sandbox: Parameters<typeof targetOf>[0]): string => {
  const {origin, key} = targetOf(sandbox);
  return `emk.lock.${hash(`${origin} ${key}`, 8)}.jsonl`;
};
