import {closeSync, mkdtempSync, openSync, rmSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {contact} from './contacts.mjs';

/** A folder for the input of the programs, deleted at the end. */
export function makeFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'emk-bench-'));
  return {
    folder,
    /** The answer to a list of this many contacts. */
    list: count =>
      write(join(folder, `list-${count}.json`), function* () {
        yield '{"status":"success","message":{"contacts":[';
        for (let id = 1; id <= count; id++) yield (id > 1 ? ',' : '') + JSON.stringify(contact(id));
        yield ']}}';
      }),
    /** A file to import: every thousandth address is a duplicate. */
    csv: count =>
      write(join(folder, `import-${count}.csv`), function* () {
        yield 'email,first_name,last_name,country,city,postal_code,address_line1\n';
        for (let row = 1; row <= count; row++) {
          const {email, first_name, last_name, country, city, postal_code, address_line1} = contact(
            row % 1000 ? row : row - 1,
          );
          yield `${email},${first_name},"${last_name}, Dr.",${country},${city},${postal_code},${address_line1}\n`;
        }
      }),
    remove: () => rmSync(folder, {recursive: true, force: true}),
  };
}

function write(path, pieces) {
  const file = openSync(path, 'w');
  let bytes = 0;
  let text = '';
  for (const piece of pieces()) {
    text += piece;
    if (text.length > 1_000_000) {
      bytes += writeSync(file, text);
      text = '';
    }
  }
  bytes += writeSync(file, text);
  closeSync(file);
  return {path, bytes};
}
