import type {RecordView} from '../../csv/bytes/read-records.js';
import {likelyDomain} from '../../records/fields/mistyped-domain.js';
import type {Mistyped} from '../file/contract.js';
import type {Rules} from './rules.js';

/** Looks at the domain of every address that is sent, and keeps the lines whose domain looks mistyped. */
export function watchDomains({address: {column}}: Pick<Rules, 'address'>): {
  see(record: RecordView): void;
  readonly mistyped: Iterable<Mistyped>;
} {
  /** Domains by hash: most rows are recognised without decoding. */
  const known = new Map<number, string | undefined>();
  const mistyped = new Map<string, Mistyped & {readonly lines: number[]}>();
  return {
    get mistyped() {
      return mistyped.values();
    },
    see({bytes, cells, line}) {
      const from = cells.starts[column] as number;
      let end = cells.ends[column] as number;
      while (end > from && AFTER.has(bytes[end - 1] as number)) end--;
      let at = end;
      let mark = 0;
      while (at > from && bytes[at - 1] !== AT) mark = Math.imul(mark ^ ((bytes[--at] as number) | 0x20), PRIME);
      if (known.has(mark) && known.get(mark) === undefined) return;
      const domain = bytes.toString('latin1', at, end).trimEnd().toLowerCase();
      const likely = likelyDomain(domain);
      if (known.size < MOST) known.set(mark, likely);
      if (likely === undefined) return;
      const found = mistyped.get(domain) ?? {domain, likely, lines: [] as number[]};
      found.lines.push(line);
      mistyped.set(domain, found);
    },
  };
}

const AT = 0x40;
/** What may be written after an address: `<a@x>`, a dot, a comma, a semicolon. */
const AFTER = new Set([0x3e, 0x2e, 0x2c, 0x3b]);
const PRIME = 0x01000193;

/** The most domains to remember. Others are checked again. */
const MOST = 20_000;
