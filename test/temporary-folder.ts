import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Gives all tests, and all that they start, one folder for what is temporary, and takes it away with whatever was left in it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'emk-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, {recursive: true, force: true, maxRetries: 3});
}
