/** A record of a journal as its line: tests write journals of other versions of emk. */
import {crc32} from 'node:zlib';

export function journalLine(record: object): string {
  const text = JSON.stringify(record);
  return `{"crc":"${crc32(text).toString(16).padStart(8, '0')}","record":${text}}\n`;
}
