/** Cases of an import: every fault in the first, a middle and the last chunk, and kill -9 at journal writes and at random moments. */

export const ROWS = 300;

/** 60 rows go out as 10, 20, 20 and 10. */
export const positions = {first: 0, middle: 1, last: 2};

/** The ways a service may treat known addresses. */
export const duplicates = ['insert', 'update', 'skip'];

const longWait = '1300ms';

/** The faults of one upload, and the possible exit codes of the run before a resume. */
export const faults = [
  {name: '429', text: '429:1,retry-after=0', ends: [0]},
  {name: '429-for-long', text: '429:40,retry-after=1', ends: [7, 8]},
  {name: '500', text: '500:1', ends: [0]},
  {name: '500-applied', text: '500:1,applied', ends: [0]},
  {name: '502', text: '502-html:1', ends: [0]},
  {name: '502-applied', text: '502-html:1,applied', ends: [0]},
  {name: '504-applied', text: '502-html:1,applied,status=504', ends: [0]},
  {name: '503', text: '503-maintenance:1,retry-after=0', ends: [0]},
  {name: '413', text: '413:1', ends: [0]},
  {name: 'redirect', text: 'redirect:1', ends: [0]},
  {name: 'html200', text: 'html200:1', ends: [0]},
  {name: 'html200-applied', text: 'html200:1,applied', ends: [0]},
  {name: 'php-warning', text: 'php-warning:1', ends: [0]},
  {name: 'truncate', text: 'truncate:1,bytes=9', ends: [0]},
  {name: 'empty', text: 'empty:1', ends: [0]},
  {name: 'empty-applied', text: 'empty:1,applied', ends: [0]},
  {name: 'reset-before', text: 'reset-before:1', ends: [0]},
  {name: 'reset-headers', text: 'reset-before:1,headers', ends: [0]},
  {name: 'lost-reply', text: 'lost-reply:1', ends: [0]},
  {name: 'lost-replies', text: 'lost-reply:3', ends: [0]},
  {name: 'late-commit', text: 'late-commit:1,s=1', ends: [0], wait: longWait},
  {name: 'late-answered', text: 'late-commit:1,s=1,answered', ends: [0], wait: longWait},
  {name: 'hang', text: 'hang:1', ends: [0], more: ['--timeout', '400ms']},
  {name: 'hang-applied', text: 'hang:1,applied', ends: [0], more: ['--timeout', '400ms']},
  {name: 'latency', text: 'latency:1,ms=150', ends: [0]},
  {name: 'accept-part', text: 'accept-part:1', ends: [8], mayMiss: true},
  {name: 'lost-and-capped', text: 'lost-reply:1', also: 'GET /contacts/list=list-cap,n=3', ends: [9]},
  {name: 'lost-and-blind', text: 'lost-reply:1', also: 'GET /contacts/list=500', after: true, ends: [6, 8, 9]},
];

/** The tasks: every combination and every kill, or a sample with each fault, each place and each treatment. */
export function importTasks({long, only}) {
  const all = faults
    .filter(({name}) => only === undefined || name.startsWith(only))
    .flatMap(fault =>
      Object.keys(positions).flatMap(position =>
        duplicates.map(on => ({label: `${fault.name} ${position}`, fault, position, on})),
      ),
    );
  const some = all.filter((_, at) => at % 9 === [0, 4, 8, 1, 5, 6, 2, 3, 7][Math.floor(at / 9) % 9]);
  const kills = only === undefined || only === 'kill' ? [...killsAtWrites(long), ...killsAtRandom(long)] : [];
  return [...(long || only ? all : some), ...kills];
}

function killsAtWrites(long) {
  const writes = Array.from({length: 10}, (_, at) => at + 1).filter(write => long || write % 3 === 1);
  // Eight rows fit into one request, and only the last look checks them.
  return [ROWS, 8].flatMap(rows =>
    writes
      .filter(write => rows === ROWS || write <= 4)
      .flatMap(write =>
        (long ? duplicates : [duplicates[write % 3]]).map(on => ({
          label: `${rows} rows, kill at write ${write}`,
          rows,
          killAtWrite: write,
          on,
        })),
      ),
  );
}

function killsAtRandom(long) {
  const random = seeded(20260304);
  return Array.from({length: long ? 100 : 3}, (_, at) => ({
    label: `kill at random ${at}`,
    killAfter: Math.floor(random() * 900),
    on: duplicates[at % 3],
  }));
}

function seeded(state) {
  let now = state;
  return () => {
    now = (now * 1664525 + 1013904223) % 4294967296;
    return now / 4294967296;
  };
}
