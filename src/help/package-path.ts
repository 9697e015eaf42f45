import {existsSync} from 'node:fs';
import {join} from 'node:path';

/** A file or folder of the package: it is beside the built program, and beside `src` while that is tested. */
export const packagePath = (name: string): string =>
  ['..', '../..'].map(up => join(import.meta.dirname, up, name)).find(path => existsSync(path)) ?? name;
