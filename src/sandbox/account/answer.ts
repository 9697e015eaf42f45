import type {Operation} from '../../api/describe/schema.js';
import type {Listed, Outcome} from '../service/behaviour.js';

/** An answer to send. The records of a collection are read only while it is sent. */
export type Answer = {
  readonly status: number;
  readonly headers: {readonly [name: string]: string};
  readonly body: string | {readonly head: string; readonly records: Iterable<Listed>; readonly tail: string};
};

/** An answer with its complete text. */
export type WholeAnswer = Answer & {readonly body: string};

/** An answer whose records come in pieces of text, each read in its own transaction. */
export type PulledAnswer = Omit<Answer, 'body'> & {
  readonly text: string;
  readonly more: (() => Promise<string | undefined>) | undefined;
};

/** A complete answer in the same form, with nothing left to read. */
export const pulled = ({status, headers, body}: WholeAnswer): PulledAnswer => ({
  status,
  headers,
  text: body,
  more: undefined,
});

/** Wraps an outcome as documented for the operation. */
export function answerTo({returns}: Operation, outcome: Outcome): Answer {
  if (outcome.kind === 'failure') return failed(outcome.errors);
  if (outcome.kind === 'file') {
    return {status: 200, headers: {'content-type': outcome.type}, body: outcome.body};
  }
  if (outcome.kind === 'records') {
    if (returns.kind !== 'many') throw new TypeError(`An answer of kind ${returns.kind} holds no list of records.`);
    const key = JSON.stringify(returns.key);
    return {
      status: 200,
      headers: json,
      body: {head: `{"status":"success","message":{${key}:[`, records: outcome.records, tail: ']}}'},
    };
  }
  const {value} = outcome;
  switch (returns.kind) {
    case 'many':
    case 'tags':
      return success({message: {[returns.key]: value}});
    case 'one':
      return success({message: {[returns.key]: returns.inArray ? [value] : value}});
    case 'several':
      return success({message: value});
    case 'utr':
      return success({message: {utr: value}});
    case 'text':
      return success({[returns.under]: value ?? returns.text});
    case 'file':
      throw new TypeError('A download must be answered with a file.');
  }
}

/** A failure of the service: its text or its complaints by parameter. */
export const failed = (
  errors: string | {readonly [parameter: string]: readonly string[]},
  status = 200,
): WholeAnswer => ({status, headers: json, body: JSON.stringify({status: 'failed', errors})});

/** An error of the framework below the service, without the service's envelope. */
export const frameworkError = (
  status: number,
  message: string,
  headers: {readonly [name: string]: string} = {},
): WholeAnswer => ({status, headers: {...json, ...headers}, body: JSON.stringify({message})});

/** A page of a web server, as people would see it in a browser. */
export const page = (status: number, title: string, headers: {readonly [name: string]: string} = {}): WholeAnswer => ({
  status,
  headers: {...html, ...headers},
  body: `<!DOCTYPE html>\n<html>\n<head><title>${status === 200 ? '' : `${status} `}${title}</title></head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`,
});

export const html = {'content-type': 'text/html; charset=UTF-8'} as const;

export const json = {'content-type': 'application/json'} as const;

const success = (body: object): Answer => ({
  status: 200,
  headers: json,
  body: JSON.stringify({status: 'success', ...body}),
});
