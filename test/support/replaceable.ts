/** Modules of which tests replace a function, in all that import it: what Node.js loads cannot be spied on from outside. */
import {sep} from 'node:path';

const modules: Readonly<Record<string, string>> = {
  'src/files/account/pull.js': 'putInPlace',
  'src/contacts/send/send.js': 'sendAll',
  'src/files/seed/runs.js': 'withRun',
  'src/core/system/files.js': 'makeFolder',
  'src/core/system/whole-file.js': 'writeWhole',
};

/** Lets a compiled module, if it is one of them, change its function from outside. */
export function replaceable(path: string, compiled: string): string {
  const name = modules[path.replaceAll(sep, '/')];
  if (name === undefined) return compiled;
  if (!new RegExp(`^(?:async )?function ${name}\\b`, 'm').test(compiled)) throw new Error(`${path} has no ${name}.`);
  return compiled.replace(/(?=\/\/# sourceMappingURL)/, `export const ${REPLACE} = other => { ${name} = other; };\n`);
}

export const REPLACE = 'replace__';
