import type {Change, Operation} from './schema.js';

declare const agreed: unique symbol;
declare const door: unique symbol;

/**
 * Shows that somebody agreed to what changes of this sort do: no change is sent without. Only `change/agree.ts` makes
 * permits. One for mailings does not let anything be deleted.
 */
export type Permit<C extends Change = Change> = {readonly [agreed]: (change: C) => void};

/** A permit that went through the door of `who-left`, which knows who left: nobody is added or moved without. */
export type Admission<C extends Change = Change> = Permit<C> & {readonly [door]: true};

/** The door's stamp on a permit. */
export type Admit = <C extends Change>(permit: Permit<C>) => Admission<C>;

/** What a change needs to be sent. */
export type PermitFor<O extends Operation> = [O['admits']] extends [undefined]
  ? Permit<Exclude<O['effect'], 'reads'>>
  : Admission<Exclude<O['effect'], 'reads'>>;
