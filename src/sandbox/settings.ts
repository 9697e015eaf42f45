/** What the API's documentation leaves open and the sandbox decides: each a name, a default and a sentence. */
export type Settings = {readonly [K in keyof typeof defaults]: Widened<(typeof defaults)[K]['value']>};

type Widened<T> = T extends number ? number : T extends boolean ? boolean : string;

export const defaults = {
  duplicates: {
    value: 'insert',
    choices: ['insert', 'update', 'skip'],
    help: 'What an import does with a known address',
  },
} as const satisfies {readonly [name: string]: Setting};

type Setting = {readonly value: string | number | boolean; readonly choices?: readonly string[]; readonly help: string};
