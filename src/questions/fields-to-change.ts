import {recordName} from '../api/describe/route.js';
import type {Loose, Param} from '../api/describe/schema.js';
import {BACK, type TypedValues} from '../commands/ask.js';
import type {Changes, Command} from '../commands/command.js';
import {createNameReader} from '../commands/name-reader.js';
import {orNoSuch} from '../commands/not-found.js';
import type {NameReader} from '../output/results/render-options.js';
import {clean} from '../output/text/sanitise.js';
import {refsIn} from '../records/fields/refs.js';
import type {Step} from './ask-in-order.js';
import {contentParameters} from './content-parameters.js';
import {findId} from './find-id.js';
import {titleOf, valuesInWords} from './parameter-title.js';
import type {Tools} from './question.js';
import {questionFor} from './question-for.js';

/** Offers the fields of a record with their values, and asks for those to change. */
export const fieldsToChange = (tools: Tools, command: Command, changes: Changes): Step => ({
  async ask(soFar, canGoBack) {
    const {key, also = []} = changes;
    const now = await currentForm(tools, command, changes, soFar);
    const fields = [...contentParameters(command).filter(name => name !== key), ...also];
    const namesOf = createNameReader(tools.context);
    const from = await Promise.all(
      fields.flatMap(name => {
        const param = command.takes[name];
        return param ? [fieldWithValue(name, param, textsOf(now[name]), namesOf)] : [];
      }),
    );
    const chosen = await tools.context.ask.guided.several('What should change?', {from, canGoBack});
    if (chosen === BACK) return BACK;
    return {given: {}, followedBy: chosen.map(name => questionFor(tools, command, name, typable(textsOf(now[name]))))};
  },
});

/** A field to choose, with its current value; for another record, the record's name. */
async function fieldWithValue(name: string, param: Param, texts: readonly string[], namesOf: NameReader) {
  const refers = param.kinds ?? param.from;
  const shown = texts.map(async text => {
    const [{ref} = {ref: undefined}] = refers ? refsIn({holds: 'text', refers}, text, {}) : [];
    const called = ref && (await namesOf(ref.from)).get(ref.id);
    if (!called) return text;
    return ref.kind === undefined ? called : `${called} (${ref.kind})`;
  });
  return {name: titleOf(param), note: clean(valuesInWords(param, await Promise.all(shown))), value: name};
}

/** The record as it is now, in the form for writing. */
async function currentForm(
  {context}: Tools,
  command: Command,
  {read, key, of, asWritten = record => record}: Changes,
  soFar: TypedValues,
): Promise<Loose> {
  const id = await findId(context, command, key, soFar);
  const record = await context
    .call(read, {[recordName(read) ?? key]: id} as never)
    .catch(orNoSuch(of.noun, soFar[key]));
  return asWritten(record as Loose);
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter(each => ['string', 'number', 'boolean'].includes(typeof each) && each !== '')
    .map(String);

/** Texts that can be typed. Others are not offered for editing, only for replacing. */
const typable = (texts: readonly string[]): string[] => texts.filter(text => clean(text) === text);
