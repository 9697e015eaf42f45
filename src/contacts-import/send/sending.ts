import type {Context} from '../../commands/command.js';
import type {Host} from '../../system/host.js';
import type {Journal} from '../journal/journal.js';
import type {RestTimes} from '../journal/settings.js';
import type {ChunkSize} from './chunks.js';
import type {ImportService} from './service.js';
import type {Tally} from './tally.js';

/** After so many rows that the service did not take, each sent alone, the trouble is not in the rows. */
export const REFUSED_IN_A_ROW = 10;

/** Everything that sending rows needs. The last five members change while rows are sent. */
export type Sending = {
  readonly service: ImportService;
  readonly host: Host;
  readonly tell: Pick<Context, 'notice' | 'warn' | 'progress'>;
  readonly journal: Journal;
  /** The name that messages give the file. */
  readonly source: string;
  /** The first line of every chunk. */
  readonly header: Uint8Array;
  readonly size: ChunkSize;
  readonly restTimes: RestTimes;
  /** How long to keep trying what certainly was not applied, in milliseconds. */
  readonly maxWait: number;
  readonly tally: Tally;
  /** The highest id before the first row, where the list is so long that it should be read as rarely as possible. */
  readonly longListEnds: number | undefined;
  /** Rows to send in all. */
  readonly total: number;
  /** The number of the last request. */
  chunk: number;
  /** The service's last count, where it is known. */
  count: number | undefined;
  /** Whether the first rows were found in the list, each field in its column. */
  canaryDone: boolean;
  /** Whether each row now goes in a request of its own: one that does not arrive then stops no other. */
  alone: boolean;
  /** How many single rows were refused, or dropped alone, since one was taken. */
  refusedInARow: number;
};
