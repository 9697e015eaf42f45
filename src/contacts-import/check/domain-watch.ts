import type {RecordView} from '../../csv/bytes/read-records.js';
import {likelyDomain} from '../../records/fields/mistyped-domain.js';
import type {Mistyped} from '../file/contract.js';
import type {Rules} from './rules.js';

/** Looks at the domain of every address that is sent, and keeps the lines of those that look mistyped. */
export function watchDomains({address: {column}}: Pick<Rules, 'address'>): {
  see(record: RecordView): void;
  readonly mistyped: Iterable<Mistyped>;
} {
  const known = new Map<string, string | undefined>();
  const mistyped = new Map<string, Mistyped & {readonly lines: number[]}>();
  return {
    get mistyped() {
      return mistyped.values();
    },
    see({bytes, cells, line}) {
      const end = cells.ends[column] as number;
      let at = end;
      while (at > (cells.starts[column] as number) && bytes[at - 1] !== AT) at--;
      const domain = bytes.toString('latin1', at, end).trimEnd().toLowerCase();
      let likely = known.get(domain);
      if (likely === undefined && !known.has(domain)) {
        likely = likelyDomain(domain);
        if (known.size < MOST) known.set(domain, likely);
      }
      if (likely === undefined) return;
      const found = mistyped.get(domain) ?? {domain, likely, lines: [] as number[]};
      found.lines.push(line);
      mistyped.set(domain, found);
    },
  };
}

const AT = 0x40;

/** The most domains to remember. Others are looked at again. */
const MOST = 20_000;
