import type {Sandbox} from '../running/start.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The environment of a program in a sandbox: its address and keys, without variables that lead to another account. */
export const childEnvironment = (
  sandbox: Pick<Sandbox, 'baseUrl' | 'publicKey' | 'secretKey'>,
  env: Variables,
): Variables => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !leadingElsewhere.has(name))),
  ...variablesOf(sandbox),
  EMK_SANDBOX_RUN: '1',
});

/** The variables that name a sandbox's account. */
export const variablesOf = ({
  baseUrl,
  publicKey,
  secretKey,
}: Pick<Sandbox, 'baseUrl' | 'publicKey' | 'secretKey'>): {readonly [name: string]: string} => ({
  EMK_BASE_URL: baseUrl,
  EMK_PUBLIC_KEY: publicKey,
  EMK_SECRET_KEY: secretKey,
});

const leadingElsewhere = new Set([
  'EMK_PROFILE',
  'EMK_SECRET_KEY_FILE',
  'EMK_SANDBOX_FAULTS',
  'EMK_SANDBOX_CLOCK',
  'EMK_SANDBOX_SETTINGS',
  'EMK_SANDBOX_DB',
]);

/** Those variables, empty, for programs that can add variables to an environment but not remove any. */
export const leadingNowhere: {readonly [name: string]: string} = Object.fromEntries(
  [...leadingElsewhere].map(name => [name, '']),
);
