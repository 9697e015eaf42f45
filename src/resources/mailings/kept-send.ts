import {findKept, readKeptDeletion} from '../../accounts/read-kept-deletion.js';
import type {OperationOutput} from '../../api/describe/operation.js';
import type {SendForm} from '../../checks/mailing.js';
import type {Context} from '../../commands/command.js';
import type {operations} from '../../endpoints/mailings.js';
import {UsageError} from '../../errors.js';
import {quoted} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {formOf} from './form.js';

/** A new mailing from a kept copy, with given values replacing the copy's. */
export async function withKeptSend<G extends {readonly [name in keyof SendForm]?: SendForm[name] | undefined}>(
  context: Context,
  file: string,
  given: G,
): Promise<SendForm & Omit<G, keyof SendForm>> {
  const {template_html, template_json, ...rest} = await readKeptSend(context, file, given.single_send_name);
  const hasOwn = given.template_html !== undefined || given.template_json !== undefined;
  return {...rest, ...(hasOwn ? {} : {template_html, template_json}), ...(given as Partial<SendForm> & G)};
}

/** The mailing in a kept file, in the form for creating it again. If there are several, the name selects one. */
export async function readKeptSend(context: Context, given: string, name: string | undefined): Promise<SendForm> {
  const sends: SendForm[] = [];
  for await (const {kind, record} of readKeptDeletion(context, findKept(context.host, given))) {
    if (kind === 'mailings') sends.push(formOf(record as OperationOutput<typeof operations.details>));
  }
  const [only, ...others] = sends;
  if (only && others.length === 0) return only;
  const called = sends.find(({single_send_name}) => single_send_name === name);
  if (called) return called;
  if (!only) {
    throw new UsageError(`There is no mailing in ${given}.`, {
      hint: 'Name a copy that "emk cancel" kept.',
    });
  }
  const names = quoted(sends.map(({single_send_name}) => single_send_name));
  throw new UsageError(`${given} has ${sends.length} mailings: ${names}.`, {
    hint: `Choose one: --name ${shellWord(only.single_send_name)}`,
  });
}
