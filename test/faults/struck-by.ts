import type {FaultKind} from '../../src/sandbox/http/faults/kinds.js';

/** A way in which the answer to a change goes wrong. */
export type Struck = {
  readonly name: string;
  readonly kind: FaultKind;
  /** What follows the kind and the number of requests: `retry-after=0`. */
  readonly options?: string;
  readonly more?: readonly string[];
  /** The service certainly applied nothing, so the request may be sent again. */
  readonly notApplied?: true;
};

const hurried = ['--max-wait', '0'];
const short = ['--timeout', '300ms'];

/** Every fault that a change is struck by. */
export const struckBy: readonly Struck[] = [
  {name: 'reset before the body is read', kind: 'reset-before', options: 'headers', notApplied: true},
  {name: 'reset after the body', kind: 'reset-before', notApplied: true},
  {name: 'hang', kind: 'hang', more: short, notApplied: true},
  {name: 'hang once it is applied', kind: 'hang', options: 'applied', more: short},
  {name: '429 for some seconds', kind: '429', options: 'retry-after=0', notApplied: true},
  {name: '429 until a date', kind: '429', options: 'retry-after=0,date', notApplied: true},
  {name: '429 for nobody knows how long', kind: '429', options: 'retry-after=none', more: hurried, notApplied: true},
  {name: '500', kind: '500', notApplied: true},
  {name: '500 once it is applied', kind: '500', options: 'applied'},
  {name: '502', kind: '502-html', notApplied: true},
  {name: '502 once it is applied', kind: '502-html', options: 'applied'},
  {name: 'maintenance for some seconds', kind: '503-maintenance', options: 'retry-after=0', notApplied: true},
  {name: 'maintenance', kind: '503-maintenance', more: hurried, notApplied: true},
  {name: 'truncated answer', kind: 'truncate'},
  {name: 'PHP warning before the JSON', kind: 'php-warning'},
  {name: 'page at 200', kind: 'html200', notApplied: true},
  {name: 'page at 200 once it is applied', kind: 'html200', options: 'applied'},
  {name: 'empty answer', kind: 'empty', notApplied: true},
  {name: 'empty answer once it is applied', kind: 'empty', options: 'applied'},
  {name: 'redirect', kind: 'redirect', notApplied: true},
  {name: 'not HTTP once it is applied', kind: 'garbage'},
  {name: 'lost reply', kind: 'lost-reply'},
  {name: 'late commit', kind: 'late-commit', options: 's=1'},
  {name: 'late commit that is answered', kind: 'late-commit', options: 's=1,answered'},
];
