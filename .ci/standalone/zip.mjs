import {promisify} from 'node:util';
import {crc32, deflateRaw} from 'node:zlib';

/** A zip archive with these files in this order. Windows reads it without a program of its own. */
export async function zip(files) {
  const parts = [];
  const directory = [];
  let at = 0;
  const packed = await Promise.all(files.map(({bytes}) => promisify(deflateRaw)(bytes)));
  for (const [index, {path, bytes, isProgram}] of files.entries()) {
    const facts = factsOf(path, bytes, packed[index]);
    const local = Buffer.concat([signed(0x04034b50), facts, Buffer.from(path)]);
    const mode = Buffer.alloc(14);
    mode.writeUInt32LE((isProgram ? 0o100755 : 0o100644) * 0x10000, 6);
    mode.writeUInt32LE(at, 10);
    directory.push(signed(0x02014b50), MADE_ON_UNIX, facts, mode, Buffer.from(path));
    parts.push(local, packed[index]);
    at += local.length + packed[index].length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...parts, listed, endOf(files.length, listed.length, at)]);
}

/** Version 3.0 on Unix: so the modes of files count where somebody unpacks it there. */
const MADE_ON_UNIX = Buffer.from([30, 3]);

/** The earliest day that a zip archive can name: 1 January 1980. */
const FIXED_DAY = 0x0021;

/** Marks paths as UTF-8. */
const UTF8 = 0x0800;

const DEFLATED = 8;

/** What an entry says in front of its bytes and in the directory alike. */
function factsOf(path, bytes, packed) {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(UTF8, 2);
  facts.writeUInt16LE(DEFLATED, 4);
  facts.writeUInt16LE(FIXED_DAY, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(Buffer.byteLength(path), 22);
  return facts;
}

function endOf(count, size, at) {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([signed(0x06054b50), end]);
}

function signed(signature) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
