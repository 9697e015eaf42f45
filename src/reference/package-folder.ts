import {existsSync} from 'node:fs';
import {join} from 'node:path';

/** A folder of the package: it is beside the built program, and beside `src` while that is tested. */
export const packageFolder = (name: string): string =>
  ['..', '../..'].map(up => join(__dirname, up, name)).find(path => existsSync(path)) ?? name;
