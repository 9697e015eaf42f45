import {UsageError} from '../../../errors.js';
import type {Asking} from '../../account/account.js';
import type {PulledAnswer} from '../../account/answer.js';
import type {Spoiling} from '../send.js';

/** What a request gets: an answer, a reset connection, or silence. */
export type Reply = PulledAnswer | 'drop' | 'hang';

/** The stages of a request in order, each with the value that a fault can change. */
export type Stages = {
  /** The head has arrived, the body is still unread. */
  readonly head: 'read' | 'drop';
  /** Milliseconds to wait after the body was read. */
  readonly wait: number;
  /** A reply in place of the account's, which then does not see the request; undefined if the account replies. */
  readonly instead: Reply | undefined;
  readonly question: Asking;
  readonly answer: Reply;
  readonly sending: Spoiling;
};

export type Stage = keyof Stages;

/** A kind of fault: its help, its options, and what it does at each of its stages. There is at least one. */
export type Kind<V extends OptionValues = OptionValues> = {
  readonly help: string;
  readonly options: Options;
  /** `together` with any other fault, or `alone`: of these, only the first applies to a request. */
  readonly meets: 'together' | 'alone';
  readonly acts: AtLeastOne<{readonly [S in Stage]: Act<S, V>}>;
};

/** Changes the value of a stage. Typed as a method, so that functions with different options fit into one table. */
type Act<S extends Stage, V extends OptionValues> = {act(value: Stages[S], options: V): Stages[S]}['act'];

type AtLeastOne<T> = {[K in keyof T]: Pick<T, K> & Partial<T>}[keyof T];

/** Declares a kind, so that its functions get exactly its own options, each with its type. */
export const kind = <const O extends Options>(
  declared: Omit<Kind<ValuesOf<O>>, 'options'> & {readonly options: O},
): Kind & {readonly options: O} => declared;

export type Options = {readonly [option: string]: Option};
export type OptionValues = {readonly [option: string]: string | number | true | undefined};
type ValuesOf<O extends Options> = {readonly [K in keyof O]?: ReturnType<O[K]['read']>};

/** An option of a fault. Reading refuses wrong values; `of` names the option and its fault for the message. */
type Option<V extends string | number | true = string | number | true> = {
  readonly help: string;
  read(text: string, of: {readonly option: string; readonly kind: string}): V;
};

export const wholeNumber = (help: string): Option<number> => ({
  help,
  read: (text, {option, kind}) => {
    if (/^\d+$/.test(text)) return Number(text);
    throw new UsageError(`The option "${option}" of the fault ${kind} takes a whole number.`, {
      hint: `Write ${option}=3.`,
    });
  },
});

export const httpStatus = (help: string): Option<number> => ({
  help,
  read: (text, of) => {
    const status = wholeNumber(help).read(text, of);
    if (status >= 200 && status < 600) return status;
    throw new UsageError(`There is no HTTP status ${text}.`, {hint: 'Write one from 200 to 599, as in status=504.'});
  },
});

export const anyText = (help: string): Option<string> => ({help, read: text => text});

/** An option without a value. */
export const flag = (help: string): Option<true> => ({help, read: () => true});
