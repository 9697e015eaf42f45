import {createHash} from 'node:crypto';
import type {RecordSource} from '../api/answers/records.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import type {Stream} from './streams.js';

/**
 * Notes what the short lists hold while they are read, and reads them again at the end. The service has no snapshot, so
 * this shows whether something changed meanwhile. They also say how many contacts and recipients there are.
 */
export function watchChanges(): {
  watched(stream: Stream, source: RecordSource): RecordSource;
  /** The lists that were read again, and those of them that had changed. */
  readAgain(context: Pick<Context, 'stream'>): Promise<{readonly checked: string[]; readonly changed: string[]}>;
} {
  const seen = new Map<Stream, Digest>();
  return {
    watched(stream, source) {
      if (!stream.isShort) return source;
      const digest = createDigest();
      seen.set(stream, digest);
      return {
        async *[Symbol.asyncIterator]() {
          for await (const batch of source) {
            batch.forEach(digest.add);
            yield batch;
          }
        },
        async *lines() {
          for await (const lines of source.lines()) {
            for (const line of Buffer.from(lines).toString().split('\n')) if (line !== '') digest.add(JSON.parse(line));
            yield lines;
          }
        },
      };
    },
    async readAgain(context) {
      const [checked, changed]: [string[], string[]] = [[], []];
      for (const [stream, before] of seen) {
        const after = createDigest();
        for await (const batch of stream.read(context)) batch.forEach(after.add);
        checked.push(stream.name);
        if (after.value() !== before.value()) changed.push(stream.name);
      }
      return {checked, changed};
    },
  };
}

type Digest = {readonly add: (record: Loose) => void; readonly value: () => string};

function createDigest(): Digest {
  const hash = createHash('sha256');
  return {add: record => void hash.update(JSON.stringify(record)), value: () => hash.copy().digest('hex')};
}
