import type {Operation} from '../../api/describe/schema.js';
import type {Listed, Outcome} from '../service/behaviour.js';

/** An answer to send. A long list comes in further pieces of text, each read in its own transaction. */
export type Answer = {
  readonly status: number;
  readonly headers: {readonly [name: string]: string};
  readonly text: string;
  readonly more?: (() => Promise<string | undefined>) | undefined;
};

/** The text of a list of records, which are read only while it is sent. */
export type Listing = {readonly head: string; readonly records: Iterable<Listed>; readonly tail: string};

/** Wraps an outcome as documented for the operation. */
export function answerTo({returns}: Operation, outcome: Outcome): Answer | Listing {
  if (outcome.kind === 'failure') return failed(outcome.errors);
  if (outcome.kind === 'file') return {status: 200, headers: {'content-type': outcome.type}, text: outcome.body};
  if (outcome.kind === 'records') {
    if (returns.kind !== 'many') throw new TypeError(`An answer of kind ${returns.kind} holds no list of records.`);
    return {
      head: `{"status":"success","message":{${JSON.stringify(returns.key)}:[`,
      records: outcome.records,
      tail: ']}}',
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

export const answerInJson = (status: number, body: object): Answer => ({
  status,
  headers: {'content-type': 'application/json'},
  text: JSON.stringify(body),
});

const success = (body: object): Answer => answerInJson(200, {status: 'success', ...body});

/** A failure of the service: its text or its complaints by parameter. */
export const failed = (errors: string | {readonly [parameter: string]: readonly string[]}, status = 200): Answer =>
  answerInJson(status, {status: 'failed', errors});

/** An error of the framework below the service, without the service's envelope. */
export function frameworkError(status: number, message: string, headers: Answer['headers'] = {}): Answer {
  const answer = answerInJson(status, {message});
  return {...answer, headers: {...answer.headers, ...headers}};
}

/** A page of a web server, as people would see it in a browser. */
export const page = (status: number, title: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: {...html, ...headers},
  text: `<!DOCTYPE html>\n<html>\n<head><title>${status === 200 ? '' : `${status} `}${title}</title></head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`,
});

export const html = {'content-type': 'text/html; charset=UTF-8'} as const;
