import type {Client} from '../api/client/client.js';
import type {Kinds, Source} from '../api/describe/schema.js';
import {BACK, type Back} from '../commands/ask.js';
import type {Context} from '../commands/command.js';
import type {ListedRecord} from '../commands/verbs/record-choice.js';
import type {Choice} from '../prompts/choice.js';
import {searchStream} from '../prompts/search-stream.js';
import {explain, questionOf} from './parameter-title.js';
import type {Question} from './question.js';
import {readWhileAsking} from './read-while-asking.js';
import {anyChoices, noneYet} from './record-choices.js';
import {wordsFor} from './record-words.js';

type OfKind = ListedRecord & {readonly kind: string};

/** Asks who gets mail: lists and segments stand together. */
export async function askAudience(question: Question, kinds: Kinds): Promise<readonly string[] | Back> {
  const {tools, param, canGoBack, current} = question;
  const about = explain(question);
  const {context} = tools;
  const {guided} = context.ask;
  const title = questionOf(param);
  if (param.many) {
    const before = current.length === 0 ? [] : await chosenBefore(context, kinds, current);
    const chosen = await readWhileAsking(context, client =>
      guided.several(title, {
        from: searchStream(() => ofAllKinds(client, kinds)),
        chosen: before,
        canGoBack,
        about,
        mayBeEmpty: param.required !== true && param.blank !== 'refused',
      }),
    );
    return chosen === BACK ? BACK : asTyped(context, kinds, chosen);
  }
  const chosen = await readWhileAsking(context, client =>
    guided.pick(title, {from: searchStream(() => ofAllKinds(client, kinds)), canGoBack, about}),
  );
  return chosen === BACK ? BACK : asTyped(context, kinds, [chosen]);
}

/** Lists and segments, of which one kind may have none yet. */
async function* ofAllKinds(client: Pick<Client, 'stream'>, kinds: Kinds): AsyncGenerator<readonly Choice<OfKind>[]> {
  let first: Source | undefined;
  let isNone = true;
  for (const [kind, {from, shown}] of Object.entries(kinds)) {
    const {default: source} = await from();
    first ??= source;
    for await (const batch of anyChoices(client, source, {})) {
      isNone &&= batch.length === 0;
      yield batch.map(({note, value, ...rest}) => {
        return {...rest, note: [shown, note].filter(Boolean).join(' · '), value: {...value, kind}};
      });
    }
  }
  if (isNone && first) throw noneYet(first);
}

/** The choices for what is chosen already, in whichever form. */
async function chosenBefore(context: Context, kinds: Kinds, current: readonly string[]): Promise<Choice<OfKind>[]> {
  const found: Choice<OfKind>[] = [];
  for await (const batch of ofAllKinds(context, kinds)) {
    found.push(
      ...batch.filter(({value: {kind, id, name}}) =>
        [`${kinds[kind]?.sent}${id}`, `${kind}:${name}`].some(written => current.includes(written)),
      ),
    );
  }
  return found;
}

/** Each as `list:Newsletter`, or in the service's form if the name would not find it. */
async function asTyped(context: Context, kinds: Kinds, chosen: readonly OfKind[]): Promise<readonly string[]> {
  const words = new Map<OfKind, string>();
  for (const [kind, {from, sent}] of Object.entries(kinds)) {
    const ofKind = chosen.filter(each => each.kind === kind);
    const {default: source} = await from();
    const found = await wordsFor(context, source, ofKind, {});
    for (const [at, each] of ofKind.entries()) {
      words.set(each, found[at] === each.name ? `${kind}:${each.name}` : `${sent}${each.id}`);
    }
  }
  return chosen.flatMap(each => words.get(each) ?? []);
}
