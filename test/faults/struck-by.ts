/** A way in which the answer to a change goes wrong. */
export type Struck = {
  readonly name: string;
  readonly kind: string;
  /** What follows the kind and the number of requests: `retry-after=0`. */
  readonly options?: string;
  readonly more?: readonly string[];
  /** The service certainly applied nothing, so the request may be sent again. */
  readonly notApplied?: true;
  /** It ends the same way in the client for every command, so that each operation needs it only once. */
  readonly alike?: true;
  /** From then on nothing can be read, so that nobody can check the outcome. */
  readonly blind?: true;
};

const hurried = ['EMK_MAX_WAIT=0'];
const short = ['--timeout', '300ms'];
const once = ['--retries', '1'];

/** Every fault that changes are tested with. */
export const struckBy: readonly Struck[] = [
  {name: 'reset before the body is read', kind: 'reset-before', options: 'headers', notApplied: true, alike: true},
  {name: 'reset after the body', kind: 'reset-before', notApplied: true},
  {name: 'hang', kind: 'hang', more: short, notApplied: true, alike: true},
  {name: 'hang once it is applied', kind: 'hang', options: 'applied', more: short},
  {name: '429 for some seconds', kind: '429', options: 'retry-after=0', notApplied: true},
  {name: '429 until a date', kind: '429', options: 'retry-after=0,date', notApplied: true, alike: true},
  {
    name: '429 for nobody knows how long',
    kind: '429',
    options: 'retry-after=none',
    more: hurried,
    notApplied: true,
    alike: true,
  },
  {name: '500', kind: '500', notApplied: true, alike: true},
  {name: '500 once it is applied', kind: '500', options: 'applied'},
  {name: '502', kind: '502-html', notApplied: true, alike: true},
  {name: '502 once it is applied', kind: '502-html', options: 'applied'},
  {
    name: 'maintenance for some seconds',
    kind: '503-maintenance',
    options: 'retry-after=0',
    notApplied: true,
    alike: true,
  },
  {name: 'maintenance', kind: '503-maintenance', more: hurried, notApplied: true},
  {name: 'truncated answer', kind: 'truncate'},
  {name: 'PHP warning before the JSON', kind: 'php-warning', alike: true},
  {name: 'page at 200', kind: 'html200', notApplied: true, alike: true},
  {name: 'page at 200 once it is applied', kind: 'html200', options: 'applied'},
  {name: 'empty answer', kind: 'empty', notApplied: true, alike: true},
  {name: 'empty answer once it is applied', kind: 'empty', options: 'applied'},
  {name: 'redirect', kind: 'redirect', notApplied: true, alike: true},
  {name: 'not HTTP once it is applied', kind: 'garbage'},
  {name: 'lost reply', kind: 'lost-reply'},
  {name: 'lost reply, and no look afterwards', kind: 'lost-reply', blind: true, more: once},
  {
    name: 'reset after the body, and no look afterwards',
    kind: 'reset-before',
    blind: true,
    more: once,
    notApplied: true,
  },
  {name: 'late commit', kind: 'late-commit', options: 's=1'},
  {name: 'late commit that is answered', kind: 'late-commit', options: 's=1,answered'},
];

/** A way in which a read before or after a change goes wrong: all such reads from then on. */
export type ReadStruck = Omit<Struck, 'notApplied' | 'blind'> & {readonly forGood: true};

/** Every fault that the reads of a change are tested with: no answer, half of one, or a similar one. */
export const readsStruckBy: readonly ReadStruck[] = [
  {name: '500', kind: '500', forGood: true, more: once},
  {name: 'truncated answer', kind: 'truncate', forGood: true, more: once},
  {name: 'page at 200', kind: 'html200', forGood: true, more: once},
];
